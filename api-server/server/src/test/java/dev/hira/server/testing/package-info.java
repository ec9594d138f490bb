/** A small API written by hand, and a guest's end of a session with it. */
@NullMarked
package dev.hira.server.testing;

import org.jspecify.annotations.NullMarked;
