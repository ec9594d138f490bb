/** Tests of the programs, their kernels' texts and their references. */
@NullMarked
package dev.hira.gallery;

import org.jspecify.annotations.NullMarked;
