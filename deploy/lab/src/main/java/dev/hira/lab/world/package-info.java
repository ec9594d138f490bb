/**
 * A rack in virtual time: guests and servers of the laboratory around the router's real sessions.
 * Entry type: {@link dev.hira.lab.world.World}. Everything runs on one thread.
 */
@NullMarked
package dev.hira.lab.world;

import org.jspecify.annotations.NullMarked;
