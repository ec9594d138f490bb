/** Tests of the idiomatic layer. */
@NullMarked
package dev.hira.guest.gpu;

import org.jspecify.annotations.NullMarked;
