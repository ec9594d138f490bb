/**
 * A comfortable API for GPU programs in Java: typed buffers, kernels that check their arguments,
 * streams, and events, all of them {@link java.lang.AutoCloseable}. Entry type: {@link
 * dev.hira.guest.gpu.Gpu}.
 *
 * <pre>{@code
 * try (var gpu = Gpu.connect("hira+unix:///tmp/hira.sock?vm=blue");
 *         var module = gpu.load(Path.of("saxpy.ptx"));
 *         var x = gpu.upload(new float[] {1, 2, 3, 4});
 *         var y = gpu.upload(new float[] {5, 6, 7, 8})) {
 *     module.kernel("saxpy").launch(Dim3.of(1), Dim3.of(4), 4, 2f, x, y);
 *     float[] result = y.download();   // 7, 10, 13, 16
 * }
 * }</pre>
 *
 * <p>It works on any {@link dev.hira.api.cuda.CudaDriver}, so the same program runs on a simulated
 * GPU in its own process ({@code sim:}) and virtualized. Any thread may use the objects; closing is
 * idempotent; using a closed object throws an {@link java.lang.IllegalStateException}. A failure of
 * the device is a {@link dev.hira.api.cuda.CudaException}, thrown by the call itself or, for queued
 * work, by the thread's next call that waits for a result.
 *
 * <p>Reading order: Gpu, GpuModule and Kernel, GpuBuffer with GpuFloats as an example of its kinds,
 * GpuStream, Lifetime.
 */
@NullMarked
package dev.hira.guest.gpu;

import org.jspecify.annotations.NullMarked;
