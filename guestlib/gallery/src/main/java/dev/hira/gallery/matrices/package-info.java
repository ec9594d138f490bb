/** Programs on matrices, dense and sparse. */
@NullMarked
package dev.hira.gallery.matrices;

import org.jspecify.annotations.NullMarked;
