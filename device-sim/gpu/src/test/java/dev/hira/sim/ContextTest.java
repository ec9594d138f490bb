package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class ContextTest extends SimFixture {
    @Test
    void shouldKeepAStackOfContextsForEachThread() throws InterruptedException {
        long second = cuda.cuCtxCreate(0, 1);
        assertThat(cuda.cuCtxGetDevice()).isEqualTo(1);
        cuda.cuCtxPushCurrent(context);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(context);
        long[] seen = {-1};
        Thread thread = Thread.ofPlatform().start(() -> seen[0] = cuda.cuCtxGetCurrent());
        thread.join();
        assertThat(seen[0]).isZero();
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(second);
        assertThat(cuda.cuCtxPopCurrent()).isEqualTo(context);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuCtxPopCurrent());
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuMemAlloc(1));
    }

    @Test
    void shouldTellOtherThreadsThatAContextIsDestroyed() throws InterruptedException {
        SimProcess process = host.open();
        process.initialize();
        CudaDriver one = process.lane(1);
        CudaDriver two = process.lane(2);
        long shared = one.cuCtxCreate(0, 0);
        two.cuCtxSetCurrent(shared);
        one.cuCtxDestroy(shared);
        assertThat(one.cuCtxGetCurrent()).isZero();
        shouldFail(CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED, () -> two.cuMemAlloc(1));
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> two.cuCtxPushCurrent(shared));
    }

    @Test
    void shouldReleaseADestroyedContextsMemoryAfterItsWork() {
        long free = cuda.cuMemGetInfo().free();
        long second = cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(1 << 20);
        long stream = cuda.cuStreamCreate(1);
        MemorySegment back = MemorySegment.ofArray(new byte[1 << 20]);
        cuda.cuMemsetD8(memory, 6, 1 << 20);
        CountDownLatch release = hold(stream);
        cuda.cuMemcpyDtoHAsync(back, memory, 1 << 20, stream);
        CountDownLatch copied = new CountDownLatch(1);
        cuda.cuLaunchHostFunc(stream, data -> copied.countDown(), 0);
        cuda.cuCtxDestroy(second);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuStreamSynchronize(stream));
        release.countDown();
        await(copied);
        assertThat(back.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 77)).isEqualTo((byte) 6);
    }

    @Test
    void shouldCountThePrimaryContext() {
        long primary = cuda.cuDevicePrimaryCtxRetain(1);
        assertThat(cuda.cuDevicePrimaryCtxRetain(1)).isEqualTo(primary);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuCtxDestroy(primary));
        cuda.cuDevicePrimaryCtxRelease(1);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isTrue();
        cuda.cuDevicePrimaryCtxRelease(1);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isFalse();
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> cuda.cuDevicePrimaryCtxRelease(1));
        assertThat(cuda.cuDevicePrimaryCtxRetain(1)).isEqualTo(primary);
        cuda.cuDevicePrimaryCtxReset(1);
        assertThat(cuda.cuDevicePrimaryCtxGetState(1).active()).isFalse();
    }

    @Test
    void shouldUseThePrimaryContextThatIsCreatedAnewOnAllThreadsWhereItIsCurrent() {
        SimProcess process = host.open();
        process.initialize();
        CudaDriver one = process.lane(1);
        CudaDriver two = process.lane(2);
        long primary = one.cuDevicePrimaryCtxRetain(0);
        one.cuCtxSetCurrent(primary);
        two.cuCtxSetCurrent(primary);
        one.cuDevicePrimaryCtxRelease(0);
        shouldFail(CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED, () -> one.cuMemAlloc(1));
        assertThat(one.cuDevicePrimaryCtxRetain(0)).isEqualTo(primary);

        long memory = one.cuMemAlloc(4096);
        two.cuMemsetD8(memory, 5, 4096);
        MemorySegment back = MemorySegment.ofArray(new byte[1]);
        two.cuMemcpyDtoH(back, memory, 1);
        assertThat(back.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 5);
        assertThat(two.cuCtxPopCurrent()).isEqualTo(primary);
        assertThat(two.cuCtxGetCurrent()).isZero();
    }

    @Test
    void shouldKeepLimitsWithinReason() {
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, 2049);
        assertThat(cuda.cuCtxGetLimit(CUlimit.CU_LIMIT_STACK_SIZE)).isEqualTo(2064);
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_STACK_SIZE, -1));
        shouldFail(
                CUresult.CUDA_ERROR_UNSUPPORTED_LIMIT,
                () -> cuda.cuCtxGetLimit(CUlimit.CU_LIMIT_CIG_ENABLED));
    }

    @Test
    void shouldEnableAccessToPeersOnOtherDevicesOnly() {
        long same = cuda.cuCtxCreate(0, 0);
        long other = cuda.cuCtxCreate(0, 1);
        cuda.cuCtxSetCurrent(context);
        shouldFail(
                CUresult.CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
                () -> cuda.cuCtxEnablePeerAccess(same, 0));
        cuda.cuCtxEnablePeerAccess(other, 0);
        shouldFail(
                CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
                () -> cuda.cuCtxEnablePeerAccess(other, 0));
        cuda.cuCtxDisablePeerAccess(other);
        shouldFail(
                CUresult.CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
                () -> cuda.cuCtxDisablePeerAccess(other));
    }

    @Test
    void shouldCopyBetweenContextsAndDevices() {
        byte[] data = random(2, 300_000);
        long here = upload(data);
        long other = cuda.cuCtxCreate(0, 1);
        long there = cuda.cuMemAlloc(data.length);
        cuda.cuMemcpyPeer(there, other, here, context, data.length);
        assertThat(read(there, data.length)).isEqualTo(data);
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuMemcpyPeer(there, context, here, other, 1));
    }

    @Test
    void shouldNotReachAnotherProcess() {
        CudaDriver other = host.open().driver();
        other.cuInit(0);
        shouldFail(CUresult.CUDA_ERROR_INVALID_CONTEXT, () -> other.cuCtxSetCurrent(context));
        long theirContext = other.cuCtxCreate(0, 0);
        assertThat(theirContext).isEqualTo(context);
        long memory = cuda.cuMemAlloc(4096);
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> other.cuMemcpyDtoH(MemorySegment.ofArray(new byte[8]), memory, 8));
        long theirs = other.cuMemAlloc(4096);
        assertThat(theirs).isEqualTo(memory);
        other.cuMemsetD8(theirs, 1, 4096);
        cuda.cuMemsetD8(memory, 2, 4096);
        MemorySegment back = MemorySegment.ofArray(new byte[1]);
        other.cuMemcpyDtoH(back, theirs, 1);
        assertThat(back.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        other.close();
        shouldFail(CUresult.CUDA_ERROR_DEINITIALIZED, () -> other.cuMemAlloc(1));
        assertThat(read(memory, 4096)).containsOnly(2);
    }

    @Test
    void shouldAskForInitializationFirst() {
        CudaDriver fresh = host.open().driver();
        assertThat(fresh.cuDriverGetVersion()).isEqualTo(13_000);
        shouldFail(CUresult.CUDA_ERROR_NOT_INITIALIZED, () -> fresh.cuDeviceGetCount());
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> fresh.cuInit(1));
        fresh.cuInit(0);
        assertThat(fresh.cuDeviceGetCount()).isEqualTo(2);
    }

    @Test
    void shouldRefuseANameThatIsInUse() {
        long stream = cuda.cuStreamCreate(0);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuEventCreateAs(stream, 0));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuStreamCreateAs(0, 0));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuCtxCreateAs(context, 0, 0));
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuEventQuery(stream));
    }
}
