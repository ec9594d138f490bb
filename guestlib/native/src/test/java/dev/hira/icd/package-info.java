/** Tests of OpenCL for native programs, by programs in C and in Java. */
@NullMarked
package dev.hira.icd;

import org.jspecify.annotations.NullMarked;
