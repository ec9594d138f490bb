package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.driver.object.ProcessOwner;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests memory that is freed while unfinished work uses it. */
@Timeout(60)
final class FreedMemoryTest extends SteppedFixture {
    private static final long MIB = 1 << 20;
    private SimProcess limited;
    private CudaDriver driver;
    private long own;
    private long stream;

    @BeforeEach
    void open() {
        limited = host.open();
        limited.limitMemory(4 * MIB);
        driver = limited.driver();
        driver.cuInit(0);
        own = driver.cuCtxCreate(0, 0);
        stream = driver.cuStreamCreate(1);
        driver.cuLaunchHostFunc(stream, _ -> await(release), 0);
    }

    /** Frees so much memory that the stream still uses. */
    private void free(long bytes) {
        long memory = driver.cuMemAlloc(bytes);
        driver.cuMemsetD8Async(memory, (byte) 1, bytes, stream);
        driver.cuMemFree(memory);
    }

    private static Thread allocating(CudaDriver driver, long context, long bytes) {
        return Thread.ofPlatform()
                .start(() -> {
                    driver.cuCtxSetCurrent(context);
                    driver.cuMemAlloc(bytes);
                });
    }

    @Test
    void shouldLetFreedMemoryBeAsMuchAgainAsTheQuota() {
        free(3 * MIB);
        assertThat(limited.use().getFirst().usedBytes()).isZero();
        long next = driver.cuMemAlloc(4 * MIB);
        assertThat(limited.use().getFirst().usedBytes()).isEqualTo(4 * MIB);
        driver.cuMemFree(next);
        step = STEP;
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.cuMemAlloc(2 * MIB));
    }

    @Test
    void shouldWaitForTheWorkThatUsesFreedMemory() throws InterruptedException {
        free(4 * MIB);
        free(4 * MIB);
        Thread allocation = allocating(driver, own, MIB);
        awaitBlocked(allocation);
        assertThat(limited.use().getFirst().usedBytes()).isZero();
        release.countDown();
        allocation.join();
        assertThat(limited.use().getFirst().usedBytes()).isEqualTo(MIB);
    }

    @Test
    void shouldRefuseMemoryAfterFiveSecondsInWhichNoWorkEnds() {
        free(4 * MIB);
        free(4 * MIB);
        step = STEP;
        assertThatThrownBy(() -> driver.cuMemAlloc(MIB))
                .hasMessageContaining(
                        "the allocation needs 1048576 bytes more; the VM has 0 bytes of device"
                                + " memory, and its quota is 4194304; 8388608 bytes more are freed"
                                + " when work ends");
    }

    @Test
    void shouldNotWaitOnAThreadThatMustNot() {
        free(4 * MIB);
        free(4 * MIB);
        boolean before = BlockingBan.forbid();
        try {
            assertThatThrownBy(() -> driver.cuMemAlloc(MIB)).isInstanceOf(WouldWaitException.class);
        } finally {
            BlockingBan.restore(before);
        }
    }

    @Test
    void shouldCountTheMemoryOfDestroyedContextsWhoseWorkGoesOn() {
        free(4 * MIB);
        driver.cuCtxDestroy(own);
        driver.cuCtxCreate(0, 0);
        long next = driver.cuMemAlloc(4 * MIB);
        driver.cuMemFree(next);
        long other = driver.cuStreamCreate(1);
        CountDownLatch held = new CountDownLatch(1);
        driver.cuLaunchHostFunc(other, _ -> await(held), 0);
        try {
            long memory = driver.cuMemAlloc(4 * MIB);
            driver.cuMemsetD8Async(memory, (byte) 1, 4 * MIB, other);
            driver.cuMemFree(memory);
            step = STEP;
            shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.cuMemAlloc(MIB));
        } finally {
            step = 0;
            held.countDown();
        }
    }

    @Test
    void shouldNotCountAProcessToWhichASessionIsMoved() {
        driver.cuMemAlloc(3 * MIB);
        CudaDriver arriving = host.open(host.devices(), new ProcessOwner("", "", null)).driver();
        arriving.cuInit(0);
        arriving.cuCtxCreate(0, 0);
        arriving.cuMemAlloc(3 * MIB);
        driver.cuMemAlloc(MIB);
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.cuMemAlloc(1));
    }

    @Test
    void shouldBoundFreedMemoryOfADevice() throws InterruptedException {
        long slow = cuda.cuStreamCreate(1);
        cuda.cuLaunchHostFunc(slow, _ -> await(release), 0);
        cuda.cuMemFreeAsync(cuda.cuMemAlloc(1 << 30), slow);
        cuda.cuMemFreeAsync(cuda.cuMemAlloc(1 << 30), slow);
        step = STEP;
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> cuda.cuMemAlloc(1 << 30));
        step = 0;
        Thread allocation = allocating(cuda, context, 1 << 30);
        awaitBlocked(allocation);
        release.countDown();
        allocation.join();
        assertThat(cuda.cuMemGetInfo().free()).isLessThan(1 << 30);
    }
}
