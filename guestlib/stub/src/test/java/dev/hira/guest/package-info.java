/** Tests of connecting by URI. */
@NullMarked
package dev.hira.guest;

import org.jspecify.annotations.NullMarked;
