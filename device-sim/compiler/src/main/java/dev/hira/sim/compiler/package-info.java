/**
 * Compiles kernels from source with clang, for CUDA C++ and OpenCL C. {@link
 * dev.hira.sim.compiler.ClangCompiler} is the entry type; the service loader finds it.
 *
 * <p>Reading order: ClangCompiler; CudaCompiler, OpenClCompiler and OptionReader for the languages;
 * then the package {@code clang}, which runs the compiler.
 *
 * <p>A program may be a stranger's. Three walls stand around the compiler: it gets only options
 * from a list, it sees only the files of its workspace, and its process has limits, an empty
 * environment and no input.
 */
@NullMarked
package dev.hira.sim.compiler;

import org.jspecify.annotations.NullMarked;
