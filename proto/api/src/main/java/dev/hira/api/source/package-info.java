/**
 * Kernels from source: what a compiler of CUDA C++ and OpenCL C takes and gives. Entry type: {@link
 * dev.hira.api.source.SourceCompiler}, which programs and drivers find by {@link
 * java.util.ServiceLoader}, so that neither depends on a compiler.
 */
@NullMarked
package dev.hira.api.source;

import org.jspecify.annotations.NullMarked;
