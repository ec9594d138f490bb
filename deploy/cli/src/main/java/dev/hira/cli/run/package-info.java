/**
 * Runs native programs with OpenCL: the driver's library is unpacked with the options of its JVM
 * beside it, and the program finds it by the environment variables of OpenCL's loader. Entry type:
 * {@link dev.hira.cli.run.RunCommand}.
 */
@NullMarked
package dev.hira.cli.run;

import org.jspecify.annotations.NullMarked;
