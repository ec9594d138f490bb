/** Programs that sort, search and hash. */
@NullMarked
package dev.hira.gallery.searching;

import org.jspecify.annotations.NullMarked;
