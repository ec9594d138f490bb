/**
 * Generated programs of the CUDA driver API: CudaModel says what exists, the operations what calls
 * do, and CudaObjects has the objects of a run.
 */
@NullMarked
package dev.hira.bench.programs.cuda;

import org.jspecify.annotations.NullMarked;
