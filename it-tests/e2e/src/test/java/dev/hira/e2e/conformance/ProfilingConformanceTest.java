package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CudaException;
import org.junit.jupiter.api.Test;

/** Profiling changes no result, and begins and ends in a context, in every way. */
final class ProfilingConformanceTest extends Conformance {
    @Test
    void shouldComputeTheSameWhileProfiling() {
        cuda.cuProfilerStart();
        cuda.cuProfilerStart();
        long memory = cuda.cuMemAlloc(8);
        cuda.cuMemsetD8(memory, 3, 8);
        assertThat(read(memory, 8)).containsOnly(3);
        cuda.cuProfilerStop();
        cuda.cuProfilerStop();
        cuda.cuMemsetD8(memory, 4, 8);
        assertThat(read(memory, 8)).containsOnly(4);
    }

    @Test
    void shouldRefuseToProfileWithoutAContext() {
        cuda.cuCtxSetCurrent(0);
        assertThat(failure(cuda::cuProfilerStart)).isEqualTo("CUDA_ERROR_INVALID_CONTEXT");
        assertThat(failure(cuda::cuProfilerStop)).isEqualTo("CUDA_ERROR_INVALID_CONTEXT");
        assertThat(cuda.cuDeviceGetCount()).isEqualTo(2);
    }

    /** Returns the failure of a call, which a call that needs no context reports. */
    private String failure(Runnable call) {
        return catchThrowableOfType(
                        CudaException.class,
                        () -> {
                            call.run();
                            cuda.cuDeviceGetCount();
                        })
                .codeName();
    }
}
