/**
 * OpenCL for native programs: the Java side of a driver for the standard loader. The library {@code
 * libhira-opencl.so} starts a JVM in the program's process and passes each call on as the place of
 * its function in the loader's table and the address of its arguments.
 *
 * <p>Reading order: {@link dev.hira.icd.NativeOpenCl}, {@link dev.hira.icd.CCall}, {@link
 * dev.hira.icd.NativeObjects}. {@code OpenClEntry}, which is generated, decodes most functions, and
 * {@link dev.hira.icd.OpenClByHand} the others.
 */
@NullMarked
package dev.hira.icd;

import org.jspecify.annotations.NullMarked;
