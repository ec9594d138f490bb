package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CUresult;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class MemoryTest extends SimFixture {
    private static final long MIB = 1 << 20;

    @Test
    void shouldAccountRequestsRoundedUpTo512() {
        long free = cuda.cuMemGetInfo().free();
        assertThat(cuda.cuMemGetInfo().total()).isEqualTo(1 << 30);
        long a = cuda.cuMemAlloc(513);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - 1024);
        long b = cuda.cuMemAllocPitch(100, 3, 4).dptr();
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free - 1024 - 3 * 512);
        cuda.cuMemFree(a);
        cuda.cuMemFree(b);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    @Test
    void shouldGiveTheLastByteAndRefuseOneMore() {
        long all = cuda.cuMemAlloc(1 << 30);
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> cuda.cuMemAlloc(1));
        cuda.cuMemFree(all);
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> cuda.cuMemAlloc((1 << 30) + 1));
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> cuda.cuMemAlloc(-1));
        cuda.cuMemFree(cuda.cuMemAlloc(1 << 30));
    }

    @Test
    void shouldPlaceAllocationsWhereTheGuestWantsThem() {
        long base = AddressWindow.of(context).start();
        cuda.cuMemAllocAs(base + 512 * 7, 1000);
        assertThat(cuda.cuMemGetAddressRange(base + 512 * 7 + 999).pbase())
                .isEqualTo(base + 512 * 7);
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_VALUE,
                () -> cuda.cuMemGetAddressRange(base + 512 * 7 + 1000));
    }

    @Test
    void shouldRefuseImpossiblePlaces() {
        long base = AddressWindow.of(context).start();
        cuda.cuMemAllocAs(base + 4096, 4096);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(base + 1, 10));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(base, 4097));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(base + 7680, 10));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(base - 512, 10));
        long device = AddressWindow.of(context).deviceStart();
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(device, 10));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemAllocAs(base, 0));
        cuda.cuMemAllocAs(base, 4096);
        cuda.cuMemAllocAs(base + 8192, 1);
    }

    @Test
    void shouldRefuseCopiesThatLeaveTheirAllocation() {
        long a = cuda.cuMemAlloc(1000);
        cuda.cuMemAlloc(1000);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemsetD8(a, 1, 1001));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemsetD8(a - 1, 1, 2));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemsetD8(a, 1, -1));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemsetD32(a, 1, 1L << 62));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemsetD16(a + 1, 1, 1));
        cuda.cuMemsetD8(a, 1, 1000);
    }

    @Test
    void shouldHandOutZeroedMemoryAgain() {
        for (int size : new int[] {100, 5000, 70_000, 3 << 20}) {
            long memory = cuda.cuMemAlloc(size);
            cuda.cuMemsetD8(memory, 0xAB, size);
            cuda.cuMemFree(memory);
            long again = cuda.cuMemAlloc(size);
            assertThat(again).isEqualTo(memory);
            assertThat(read(again, size)).containsOnly(0);
            cuda.cuMemFree(again);
        }
    }

    @Test
    void shouldUseAReallocatedAddressOnlyAfterTheOldUseHasEnded() {
        long slow = cuda.cuStreamCreate(1);
        long fast = cuda.cuStreamCreate(1);
        long old = cuda.cuMemAlloc(MIB);
        CountDownLatch release = hold(slow);
        cuda.cuMemsetD8Async(old, 1, MIB, slow);
        cuda.cuMemFreeAsync(old, slow);
        long fresh = cuda.cuMemAllocAsync(MIB, fast);
        assertThat(fresh).isEqualTo(old);
        cuda.cuMemsetD8Async(fresh, 2, MIB / 2, fast);
        assertThat(cuda.cuStreamQuery(fast)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
        cuda.cuStreamSynchronize(fast);
        byte[] content = read(fresh, (int) MIB);
        for (int i = 0; i < MIB; i++) {
            assertThat(content[i]).isEqualTo((byte) (i < MIB / 2 ? 2 : 0));
        }
    }

    @Test
    void shouldMakeASynchronousCopyWaitForTheEndOfAnEarlierAllocationInItsPlace() {
        long slow = cuda.cuStreamCreate(1);
        long old = cuda.cuMemAlloc(MIB);
        CountDownLatch release = hold(slow);
        cuda.cuMemsetD8Async(old, 1, MIB, slow);
        cuda.cuMemFreeAsync(old, slow);
        long fresh = cuda.cuMemAlloc(512);
        assertThat(fresh).isEqualTo(old);
        Thread.ofPlatform().start(release::countDown);
        byte[] data = random(3, 512);
        cuda.cuMemcpyHtoD(fresh, java.lang.foreign.MemorySegment.ofArray(data), 512);
        cuda.cuCtxSynchronize();
        assertThat(read(fresh, 512)).isEqualTo(data);
    }

    @Test
    void shouldNotWaitInFreeAndCountTheMemoryFreeAtOnce() {
        long slow = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        long free = cuda.cuMemGetInfo().free();
        CountDownLatch release = hold(slow);
        cuda.cuMemFree(memory);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free + MIB);
        assertThat(host.statistics().getFirst().retiringBytes()).isEqualTo(MIB);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemFree(memory));
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> read(memory, 1));
        release.countDown();
        cuda.cuCtxSynchronize();
        assertThat(host.statistics().getFirst().retiringBytes()).isZero();
    }
}
