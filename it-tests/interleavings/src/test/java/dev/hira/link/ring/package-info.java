/** How the two sides of a pair of rings, and the threads of one side, may meet. */
@NullMarked
package dev.hira.link.ring;

import org.jspecify.annotations.NullMarked;
