/** A small hand-written API, and the guest's end of a session with it. */
@NullMarked
package dev.hira.server.testing;

import org.jspecify.annotations.NullMarked;
