package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ErrorsConformanceTest extends Conformance {
    @Test
    void shouldRefuseForeignHandles() {
        CudaDriver other = another();
        long stream = other.cuStreamCreate(1);
        long event = other.cuEventCreate(0);
        other.cuStreamSynchronize(stream);
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuStreamSynchronize(stream + 77));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuEventSynchronize(event + 77));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuStreamSynchronize(event));
        other.cuStreamSynchronize(stream);
    }

    @Test
    void shouldNotReachTheMemoryOfAnotherProcess() {
        CudaDriver other = another();
        long theirs = other.cuMemAlloc(1 << 20);
        other.cuMemsetD8(theirs, 42, 1 << 20);
        other.cuCtxSynchronize();
        MemorySegment back = MemorySegment.ofArray(new byte[16]);
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemcpyDtoH(back, theirs + (1 << 19), 16));
        long mine = cuda.cuMemAlloc(1 << 20);
        cuda.cuMemsetD8(mine, 1, 1 << 20);
        cuda.cuCtxSynchronize();
        other.cuMemcpyDtoH(back, theirs, 16);
        assertThat(array(back)).containsOnly(42);
    }

    @Test
    void shouldReportAFailedAsynchronousCallOnceAndThenGoOn() {
        long memory = cuda.cuMemAlloc(1024);
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemsetD8Async(memory, 1, 5000, 0));
        cuda.cuMemsetD8(memory, 3, 1024);
        assertThat(read(memory, 4)).containsOnly(3);
    }

    /**
     * Where sessions move before every few calls, some move with a failure that is not reported.
     */
    @Test
    void shouldReportEachFailedAsynchronousCall() {
        long memory = cuda.cuMemAlloc(8);
        for (int i = 0; i < 30; i++) {
            shouldFail(
                    "CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuMemsetD32Async(memory, 1, 1, memory));
        }
        cuda.cuMemFree(memory);
    }

    @Test
    void shouldKeepOtherProcessesFreeOfAFailure() {
        CudaDriver other = another();
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuMemFree(99));
        other.cuCtxSynchronize();
        other.cuMemFree(other.cuMemAlloc(10));
        other.cuCtxSynchronize();
    }

    @Test
    void shouldRefuseDestroyedObjects() {
        long stream = cuda.cuStreamCreate(1);
        long event = cuda.cuEventCreate(0);
        cuda.cuStreamDestroy(stream);
        cuda.cuEventDestroy(event);
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuStreamSynchronize(stream));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuEventSynchronize(event));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuStreamDestroy(stream));
    }

    @Test
    void shouldRefuseAModuleThatIsNotPtx() {
        MemorySegment junk =
                MemorySegment.ofArray("this is not PTX".getBytes(StandardCharsets.UTF_8));
        shouldFail("CUDA_ERROR_INVALID_PTX", () -> cuda.cuModuleLoadData(junk));
    }

    @Test
    void shouldGiveMemoryBackWhenAProcessEnds() {
        needsIdleDevice();
        long free = cuda.cuMemGetInfo().free();
        CudaDriver other = another();
        other.cuMemAlloc(100 << 20);
        assertThat(cuda.cuMemGetInfo().free()).isLessThanOrEqualTo(free - (100 << 20));
        other.close();
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (cuda.cuMemGetInfo().free() != free && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }
}
