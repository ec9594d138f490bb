/** The list of all programs. Entry type: {@link dev.hira.gallery.catalog.Gallery}. */
@NullMarked
package dev.hira.gallery.catalog;

import org.jspecify.annotations.NullMarked;
