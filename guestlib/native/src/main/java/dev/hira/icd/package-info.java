/**
 * OpenCL for native programs: the Java side of a driver for the standard loader. The library {@code
 * libhira-opencl.so} starts a JVM in the program's process and passes each call on, as the place of
 * its function in the loader's table and the address of its arguments. {@code OpenClEntry}, which
 * is generated, decodes them. Entry type: {@link dev.hira.icd.NativeOpenCl}.
 */
@NullMarked
package dev.hira.icd;

import org.jspecify.annotations.NullMarked;
