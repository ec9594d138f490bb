/** Tests of what a guest answers itself. */
@NullMarked
package dev.hira.guest.cuda;

import org.jspecify.annotations.NullMarked;
