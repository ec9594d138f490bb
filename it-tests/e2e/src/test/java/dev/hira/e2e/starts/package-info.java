/** Lets the processes that the tests start begin as fast as those of {@code ./hira}. */
@NullMarked
package dev.hira.e2e.starts;

import org.jspecify.annotations.NullMarked;
