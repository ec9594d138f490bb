/** Tests of how a guest connects. */
@NullMarked
package dev.hira.guest;

import org.jspecify.annotations.NullMarked;
