package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUlimit;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuFloats;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ContextsConformanceTest extends Conformance {
    @Test
    void shouldMakeACreatedContextCurrent() {
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(context);
        assertThat(cuda.cuCtxGetDevice()).isZero();
        long second = cuda.cuCtxCreate(0, 1);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(second);
        assertThat(cuda.cuCtxGetDevice()).isEqualTo(1);
    }

    @Test
    void shouldPushAndPopContexts() {
        long second = cuda.cuCtxCreate(0, 1);
        cuda.cuCtxPushCurrent(context);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(context);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(context);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(second);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(context);
    }

    @Test
    void shouldHaveACurrentContextPerThread() throws InterruptedException {
        AtomicLong seen = new AtomicLong(-1);
        AtomicLong memory = new AtomicLong();
        Thread thread =
                new Thread(() -> {
                    seen.set(cuda.cuCtxGetCurrent());
                    cuda.cuCtxSetCurrent(context);
                    memory.set(cuda.cuMemAlloc(1000));
                });
        thread.start();
        thread.join();
        assertThat(seen).hasValue(0);
        assertThat(memory.get()).isNotZero();
        cuda.cuMemFree(memory.get());
        cuda.cuCtxSynchronize();
    }

    @Test
    void shouldRefuseWorkWithoutACurrentContext() {
        cuda.cuCtxSetCurrent(0);
        assertThat(cuda.cuCtxGetCurrent()).isZero();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> cuda.cuMemAlloc(100))
                .isInstanceOfSatisfying(
                        dev.hira.api.cuda.CudaException.class,
                        e -> assertThat(e.codeName()).isEqualTo("CUDA_ERROR_INVALID_CONTEXT"));
    }

    @Test
    void shouldReleaseEverythingOfADestroyedContext() {
        needsIdleDevice();
        long free = cuda.cuMemGetInfo().free();
        long second = cuda.cuCtxCreate(0, 0);
        cuda.cuMemAlloc(10 << 20);
        long stream = cuda.cuStreamCreate(0);
        cuda.cuCtxDestroy(second);
        cuda.cuCtxSetCurrent(context);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuStreamSynchronize(stream));
        shouldFail("CUDA_ERROR_INVALID_CONTEXT", () -> cuda.cuCtxDestroy(second));
    }

    @Test
    void shouldShareThePrimaryContext() {
        long primary = cuda.cuDevicePrimaryCtxRetain(1);
        assertThat(cuda.cuDevicePrimaryCtxRetain(1)).isEqualTo(primary);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isTrue();
        cuda.cuCtxPushCurrent(primary);
        assertThat(cuda.cuCtxGetDevice()).isEqualTo(1);
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuMemsetD8(memory, 7, 4096);
        assertThat(read(memory, 2)).containsExactly(7, 7);
        cuda.cuCtxPopCurrent();
        cuda.cuDevicePrimaryCtxRelease(1);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isTrue();
        cuda.cuDevicePrimaryCtxRelease(1);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isFalse();
        shouldFail("CUDA_ERROR_INVALID_CONTEXT", () -> cuda.cuDevicePrimaryCtxRelease(1));
    }

    @Test
    void shouldWorkInAPrimaryContextThatWasCreatedAnewWhereItIsCurrent() {
        long primary = cuda.cuDevicePrimaryCtxRetain(1);
        cuda.cuCtxPushCurrent(primary);
        upload(random(1, 4096));
        cuda.cuDevicePrimaryCtxRelease(1);
        shouldFail("CUDA_ERROR_CONTEXT_IS_DESTROYED", cuda::cuCtxSynchronize);

        assertThat(cuda.cuDevicePrimaryCtxRetain(1)).isEqualTo(primary);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(primary);
        MemorySegment data = random(2, 4096);
        long memory = upload(data);
        assertThat(read(memory, 4096)).isEqualTo(array(data));

        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(primary);
        cuda.cuDevicePrimaryCtxRelease(1);
    }

    @Test
    void shouldOpenAGpuWhereAnotherOneWasClosed() {
        for (float value : new float[] {1, 2}) {
            try (Gpu gpu = Gpu.on(cuda, 0);
                    GpuFloats data = gpu.upload(value, value + 1)) {
                assertThat(data.download()).containsExactly(value, value + 1);
            }
        }
    }

    @Test
    void shouldKeepLimits() {
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 2048);
        assertThat(cuda.cuCtxGetLimit(CUlimit.CU_LIMIT_STACK_SIZE)).isGreaterThanOrEqualTo(2048);
        var range = cuda.cuCtxGetStreamPriorityRange();
        assertThat(range.greatestPriority()).isLessThanOrEqualTo(range.leastPriority());
    }

    @Test
    void shouldRefuseUnknownContexts() {
        shouldFail(
                "CUDA_ERROR_INVALID_CONTEXT", () -> cuda.cuCtxGetApiVersion(0x0100000000abcdefL));
        shouldFail("CUDA_ERROR_INVALID_DEVICE", () -> cuda.cuCtxCreate(0, 9));
    }
}
