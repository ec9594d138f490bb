/** Tests of the functions that a guest answers itself. */
@NullMarked
package dev.hira.guest.cuda;

import org.jspecify.annotations.NullMarked;
