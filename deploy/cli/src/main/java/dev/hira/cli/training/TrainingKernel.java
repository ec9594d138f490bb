package dev.hira.cli.training;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;

/**
 * The kernel of a training run, which does not end by itself. Thanks to it the first kernel of a
 * process does not wait until the compiler is loaded, and the first stopped kernel does not wait
 * for the classes that report it.
 */
final class TrainingKernel {
    private static final Dim3 BLOCKS = Dim3.of(2);
    private static final Dim3 THREADS = Dim3.of(64);
    private static final String TEXT =
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .entry endless(.param .u64 cell) {
                .reg .pred %p<2>;
                .reg .b32 %r<2>;
                .reg .b64 %rd<2>;
                ld.param.u64 %rd1, [cell];
            AGAIN:
                ld.volatile.global.u32 %r1, [%rd1];
                setp.ne.u32 %p1, %r1, 0;
                @%p1 bra AGAIN;
                ret;
            }
            """;

    private TrainingKernel() {}

    /** Runs the kernel until the device stops it. The VM must have a limit for kernels. */
    static void run(String uri) {
        try (Gpu gpu = Gpu.connect(uri)) {
            GpuModule module = gpu.load(TEXT);
            GpuInts cell = gpu.upload(1);
            module.kernel("endless").launch(BLOCKS, THREADS, cell);
            awaitStop(gpu);
        }
    }

    private static void awaitStop(Gpu gpu) {
        try {
            gpu.synchronize();
        } catch (CudaException failure) {
            if (failure.error() == CUresult.CUDA_ERROR_LAUNCH_TIMEOUT) {
                return;
            }
            throw failure;
        }
        throw new IllegalStateException("an endless kernel has ended by itself");
    }
}
