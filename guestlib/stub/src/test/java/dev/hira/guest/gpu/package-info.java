/** Tests of the typed layer on the driver API. */
@NullMarked
package dev.hira.guest.gpu;

import org.jspecify.annotations.NullMarked;
