/** Programs on vectors: element-wise, sums, scans and histograms. */
@NullMarked
package dev.hira.gallery.vectors;

import org.jspecify.annotations.NullMarked;
