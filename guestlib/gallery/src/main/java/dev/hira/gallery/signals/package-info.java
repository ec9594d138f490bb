/** Programs on images and signals. */
@NullMarked
package dev.hira.gallery.signals;

import org.jspecify.annotations.NullMarked;
