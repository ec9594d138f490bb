/**
 * Programs about the language of kernels: recursion, halves, printf, the heap and cooperative
 * grids.
 */
@NullMarked
package dev.hira.gallery.language;

import org.jspecify.annotations.NullMarked;
