package dev.hira.guest.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.cuda.CudaFunctions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class CudaGuestTest {
    private final AnsweringRouter router = new AnsweringRouter();
    private final CudaGuest cuda = router.open();

    @BeforeEach
    void initialize() {
        cuda.cuInit(0);
        router.functions().clear();
    }

    @AfterEach
    void close() {
        cuda.close();
        router.close();
    }

    private static void shouldFail(CUresult code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(code));
    }

    @Test
    void shouldMirrorTheThreadsStackOfContexts() throws InterruptedException {
        long a = cuda.cuCtxCreate(0, 0);
        long b = cuda.cuCtxCreate(0, 1);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(b);
        assertThat(cuda.cuCtxGetDevice()).isEqualTo(1);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(b);
        assertThat(cuda.cuCtxGetCurrent()).isEqualTo(a);
        cuda.cuCtxPushCurrent(b);
        cuda.cuCtxSetCurrent(a);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(a);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(a);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, cuda::cuCtxPopCurrent);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, cuda::cuCtxGetDevice);

        long[] elsewhere = {-1};
        cuda.cuCtxPushCurrent(a);
        Thread.ofPlatform().start(() -> elsewhere[0] = cuda.cuCtxGetCurrent()).join();
        assertThat(elsewhere[0]).isZero();
    }

    @Test
    void shouldRefuseContextsThatDoNotExistWithoutAskingTheServer() {
        long gone = cuda.cuCtxCreate(0, 0);
        cuda.cuCtxDestroy(gone);
        assertThat(cuda.cuCtxGetCurrent()).isZero();
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuCtxPushCurrent(gone));
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuCtxSetCurrent(77));
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuCtxDestroy(gone));
        cuda.cuCtxSetCurrent(0);
        cuda.cuDeviceGetCount();

        assertThat(router.functions())
                .containsExactly(
                        CudaFunctions.CU_CTX_CREATE,
                        CudaFunctions.CU_CTX_DESTROY,
                        CudaFunctions.CU_CTX_SET_CURRENT,
                        CudaFunctions.CU_DEVICE_GET_COUNT);
    }

    @Test
    void shouldSendOnlyTheFirstInitialization() {
        cuda.cuInit(0);
        cuda.cuInit(0);
        assertThat(router.functions()).isEmpty();
    }

    @Test
    void shouldSendOnlyTheFirstRetainAndTheLastReleaseOfAPrimaryContext() {
        long context = cuda.cuDevicePrimaryCtxRetain(0);
        assertThat(cuda.cuDevicePrimaryCtxRetain(0)).isEqualTo(context);
        cuda.cuDevicePrimaryCtxRelease(0);
        cuda.cuDevicePrimaryCtxRelease(0);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuDevicePrimaryCtxRelease(0));
        assertThat(cuda.cuDevicePrimaryCtxRetain(0)).isEqualTo(context);
        cuda.cuDevicePrimaryCtxReset(0);
        cuda.cuDevicePrimaryCtxRetain(0);

        assertThat(router.functions())
                .containsExactly(
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RETAIN,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RELEASE,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RETAIN,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RESET,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RETAIN);
    }

    @Test
    void shouldKeepAPrimaryContextWhoseReleaseReportedAnEarlierFailure() {
        long context = cuda.cuDevicePrimaryCtxRetain(0);
        router.failNext(
                CudaFunctions.CU_DEVICE_PRIMARY_CTX_RELEASE,
                CUresult.CUDA_ERROR_ECC_UNCORRECTABLE.value());
        shouldFail(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE, () -> cuda.cuDevicePrimaryCtxRelease(0));
        assertThat(cuda.cuDevicePrimaryCtxRetain(0)).isEqualTo(context);
        cuda.cuCtxSetCurrent(context);
        cuda.cuDevicePrimaryCtxRelease(0);
        cuda.cuDevicePrimaryCtxRelease(0);

        assertThat(router.functions())
                .containsExactly(
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RETAIN,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RELEASE,
                        CudaFunctions.CU_CTX_SET_CURRENT,
                        CudaFunctions.CU_DEVICE_PRIMARY_CTX_RELEASE);
    }

    @Test
    void shouldAllocateAndFreePinnedMemoryWithoutTheServer() {
        cuda.cuCtxCreate(0, 0);
        router.functions().clear();
        MemorySegment memory = cuda.cuMemHostAlloc(1000, 3);

        assertThat(memory.byteSize()).isEqualTo(1000);
        assertThat(memory.address() % 64).isZero();
        assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 0);
        assertThat(cuda.cuMemHostGetFlags(memory.asSlice(500))).isEqualTo(3);
        cuda.cuMemFreeHost(memory);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemFreeHost(memory));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocHost(0));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemHostAlloc(8, 1 << 20));
        assertThat(router.functions()).isEmpty();
    }

    /** Uploads that nothing can change any more travel without functions that read their source. */
    @ParameterizedTest
    @ValueSource(ints = {CudaFunctions.CU_LAUNCH_HOST_FUNC, CudaFunctions.CU_STREAM_ADD_CALLBACK})
    void shouldCountNoFunctionThatTheServerHasRefused(int function) {
        cuda.cuCtxCreate(0, 0);
        MemorySegment memory = cuda.cuMemHostAlloc(1000, 0);
        router.failNext(function, CUresult.CUDA_ERROR_INVALID_HANDLE.value());
        if (function == CudaFunctions.CU_LAUNCH_HOST_FUNC) {
            cuda.cuLaunchHostFunc(7, _ -> {}, 0);
        } else {
            cuda.cuStreamAddCallback(7, (_, _, _) -> {}, 0, 0);
        }
        cuda.cuDeviceGetCount(); // the failure has come
        router.functions().clear();
        cuda.cuMemcpyHtoDAsync(64, memory, 1000, 0);
        cuda.cuDeviceGetCount();
        assertThat(router.functions())
                .containsExactly(
                        CudaFunctions.CU_MEMCPY_HTO_D_ASYNC, CudaFunctions.CU_DEVICE_GET_COUNT);

        cuda.cuLaunchHostFunc(0, _ -> {}, 0);
        cuda.cuMemcpyHtoDAsync(64, memory, 1000, 0);
        cuda.cuDeviceGetCount();
        assertThat(router.functions())
                .as("a function that the server has not refused may change the source")
                .contains(CudaFunctions.CU_STREAM_CREATE);
    }

    @Test
    void shouldTrackMemoryThatTheProgramRegisters() {
        cuda.cuCtxCreate(0, 0);
        MemorySegment own = Arena.ofAuto().allocate(100, 8);
        cuda.cuMemHostRegister(own, 100, 1);

        assertThat(cuda.cuMemHostGetFlags(own)).isEqualTo(1);
        shouldFail(
                CUresult.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                () -> cuda.cuMemHostRegister(own.asSlice(50), 50, 0));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemFreeHost(own));
        cuda.cuMemHostUnregister(own);
        shouldFail(
                CUresult.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
                () -> cuda.cuMemHostUnregister(own));
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuMemHostRegister(MemorySegment.ofArray(new byte[8]), 8, 0));
    }

    @Test
    void shouldNameErrorsAndRefuseCallsThatNeedAContext() {
        assertThat(cuda.cuGetErrorName(CUresult.CUDA_ERROR_OUT_OF_MEMORY))
                .isEqualTo("CUDA_ERROR_OUT_OF_MEMORY");
        assertThat(cuda.cuGetErrorString(CUresult.CUDA_ERROR_OUT_OF_MEMORY)).isNotBlank();
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuMemAllocHost(8));
        shouldFail(
                CUresult.CUDA_ERROR_FILE_NOT_FOUND, () -> cuda.cuModuleLoad("/no/such/file.ptx"));
    }

    @Test
    void shouldRefuseCallsBeforeInitialization() {
        try (AnsweringRouter other = new AnsweringRouter();
                CudaGuest fresh = other.open()) {
            shouldFail(CUresult.CUDA_ERROR_NOT_INITIALIZED, fresh::cuCtxGetCurrent);
            shouldFail(CUresult.CUDA_ERROR_NOT_INITIALIZED, () -> fresh.cuCtxSetCurrent(1));
        }
    }

    @Test
    void shouldCountACopyInPartsAsOneRoundTrip() {
        cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(10 << 20);
        long before = cuda.stats().roundTrips();
        cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(new byte[10 << 20]), 10 << 20);

        assertThat(cuda.stats().roundTrips() - before).isEqualTo(1);
        assertThat(cuda.stats().pipelinedParts()).isEqualTo(20);
    }
}
