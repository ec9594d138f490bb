/** Tests of the programs' kernels' texts and of their references. */
@NullMarked
package dev.hira.gallery;

import org.jspecify.annotations.NullMarked;
