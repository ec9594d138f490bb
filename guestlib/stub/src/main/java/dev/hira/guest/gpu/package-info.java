/**
 * Programming a GPU the way Java programs are written: typed buffers, kernels that check what they
 * are given, streams, events, and everything {@link java.lang.AutoCloseable}. Entry type: {@link
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
 * GPU in its own process ({@code sim:}) and virtualized. Objects may be used by any thread; closing
 * is idempotent; using what is closed is an {@link java.lang.IllegalStateException}. What the
 * device refuses is a {@link dev.hira.api.cuda.CudaException}, thrown by the call itself or, for
 * work that was only queued, by the next call of the same thread that waits for something.
 */
@NullMarked
package dev.hira.guest.gpu;

import org.jspecify.annotations.NullMarked;
