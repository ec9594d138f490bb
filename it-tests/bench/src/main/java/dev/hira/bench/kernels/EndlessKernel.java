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

    /** Begins it in a context of its own and leaves it to itself. */
    void begin() {
        allow(limit);
        Gpu gpu = Gpu.on(board.host().open().driver(), 0);
        launch(gpu, gpu.upload(1));
    }

    /**
     * Runs it until it is stopped, in a context of its own, which is of no use afterwards. Before,
     * it runs and ends by itself, so that there is code for it.
     *
     * @return how long after its deadline its guest knows, in nanoseconds
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
            throw new IllegalStateException("An endless kernel has ended by itself.");
        }
    }

    private static void launch(Gpu gpu, GpuInts cell) {
        Kernel kernel = gpu.load(LaunchBench.text()).kernel("endless");
        kernel.launch(Dim3.of(BLOCKS), Dim3.of(THREADS), gpu.stream(), cell);
    }
}
