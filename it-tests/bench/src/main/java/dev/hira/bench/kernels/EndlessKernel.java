package dev.hira.bench.kernels;

import dev.hira.api.cuda.CudaException;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.Kernel;
import java.util.concurrent.TimeUnit;

/** A kernel that ends when a number is zero, on a device that limits how long kernels run. */
final class EndlessKernel {
    private static final long AMPLE = TimeUnit.MINUTES.toNanos(1);
    private static final int BLOCKS = 2;
    private static final int THREADS = 64;

    private final SimBoard board;
    private final long limit;

    EndlessKernel(SimBoard board, long limitNanos) {
        this.board = board;
        this.limit = limitNanos;
    }

    private void allow(long nanos) {
        board.host().devices().getFirst().limitKernels(nanos);
    }

    /** Launches the kernel in a context of its own without waiting for it. */
    void begin() {
        allow(limit);
        Gpu gpu = Gpu.on(board.host().open().driver(), 0);
        launch(gpu, gpu.upload(1));
    }

    /**
     * Runs the kernel until the device stops it, in a context of its own, which is unusable
     * afterwards. A run that ends by itself comes first, so that the kernel is compiled.
     *
     * @return the time from the deadline until the guest learns of it, in nanoseconds
     */
    long stop() {
        try (Gpu gpu = Gpu.on(board.host().open().driver(), 0)) {
            allow(AMPLE);
            launch(gpu, gpu.upload(0));
            gpu.synchronize();
            allow(limit);
            GpuInts cell = gpu.upload(1);
            long start = System.nanoTime();
            try {
                launch(gpu, cell);
                gpu.synchronize();
            } catch (CudaException expected) {
                return System.nanoTime() - start - limit;
            }
            throw new IllegalStateException("an endless kernel has ended by itself");
        }
    }

    private static void launch(Gpu gpu, GpuInts cell) {
        Kernel kernel = gpu.load(LaunchBench.text()).kernel("endless");
        kernel.launch(Dim3.of(BLOCKS), Dim3.of(THREADS), gpu.stream(), cell);
    }
}
