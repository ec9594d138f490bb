package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StreamsConformanceTest extends Conformance {
    @Test
    void shouldRunOperationsOfAStreamInOrder() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(4096);
        for (int i = 0; i < 1000; i++) {
            cuda.cuMemsetD8Async(memory, i & 0xFF, 4096, stream);
        }
        cuda.cuStreamSynchronize(stream);
        assertThat(read(memory, 4096)).containsOnly((byte) 999);
        assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldReportThePropertiesOfAStream() {
        long stream = cuda.cuStreamCreateWithPriority(1, -1);
        assertThat(cuda.cuStreamGetFlags(stream)).isEqualTo(1);
        assertThat(cuda.cuStreamGetPriority(stream)).isBetween(-10, 0);
    }

    @Test
    void shouldCallHostFunctionsInStreamOrder() {
        long stream = cuda.cuStreamCreate(1);
        List<Long> calls = new CopyOnWriteArrayList<>();
        for (long i = 0; i < 100; i++) {
            cuda.cuLaunchHostFunc(stream, calls::add, i);
        }
        cuda.cuStreamSynchronize(stream);
        assertThat(calls).hasSize(100).isSorted();
    }

    @Test
    void shouldHoldAStreamUntilItsHostFunctionReturns() throws InterruptedException {
        long slow = cuda.cuStreamCreate(1);
        long fast = cuda.cuStreamCreate(1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        cuda.cuLaunchHostFunc(
                slow,
                data -> {
                    entered.countDown();
                    await(release);
                },
                0);
        cuda.cuStreamQuery(slow); // makes sure that everything was sent
        assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(cuda.cuStreamQuery(slow)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        long memory = cuda.cuMemAllocAsync(1024, fast);
        cuda.cuMemsetD8Async(memory, 1, 1024, fast);
        cuda.cuStreamSynchronize(fast);
        release.countDown();
        cuda.cuStreamSynchronize(slow);
        assertThat(cuda.cuStreamQuery(slow)).isEqualTo(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldLetOtherLanesWorkWhileOneWaits() throws InterruptedException {
        long slow = cuda.cuStreamCreate(1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        cuda.cuLaunchHostFunc(
                slow,
                data -> {
                    entered.countDown();
                    await(release);
                },
                0);
        CountDownLatch done = new CountDownLatch(1);
        Thread waiter =
                new Thread(() -> {
                    cuda.cuCtxSetCurrent(context);
                    cuda.cuStreamSynchronize(slow);
                    done.countDown();
                });
        waiter.start();
        cuda.cuCtxGetFlags();
        assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 100; i++) {
            cuda.cuMemGetInfo();
        }
        assertThat(done.getCount()).isEqualTo(1);
        release.countDown();
        assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();
        waiter.join();
    }

    @Test
    void shouldPassUserDataAndStatusToCallbacks() {
        long stream = cuda.cuStreamCreate(0);
        AtomicLong data = new AtomicLong();
        List<CUresult> statuses = new CopyOnWriteArrayList<>();
        cuda.cuStreamAddCallback(
                stream,
                (which, status, userData) -> {
                    assertThat(which).isEqualTo(stream);
                    statuses.add(status);
                    data.set(userData);
                },
                0xCAFEL,
                0);
        cuda.cuStreamSynchronize(stream);
        assertThat(data).hasValue(0xCAFE);
        assertThat(statuses).containsExactly(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldSurviveAHostFunctionThatThrows() {
        long stream = cuda.cuStreamCreate(1);
        cuda.cuLaunchHostFunc(
                stream,
                data -> {
                    throw new IllegalStateException("on purpose");
                },
                0);
        cuda.cuStreamSynchronize(stream);
        cuda.cuCtxSynchronize();
    }

    @Test
    void shouldWaitForAnEventOfAnotherStream() {
        long producer = cuda.cuStreamCreate(1);
        long consumer = cuda.cuStreamCreate(1);
        long event = cuda.cuEventCreate(2);
        CountDownLatch release = new CountDownLatch(1);
        long source = cuda.cuMemAlloc(1 << 20);
        long target = cuda.cuMemAlloc(1 << 20);
        cuda.cuLaunchHostFunc(producer, data -> await(release), 0);
        cuda.cuMemsetD8Async(source, 5, 1 << 20, producer);
        cuda.cuEventRecord(event, producer);
        cuda.cuStreamWaitEvent(consumer, event, 0);
        cuda.cuMemcpyDtoDAsync(target, source, 1 << 20, consumer);
        assertThat(cuda.cuStreamQuery(consumer)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        assertThat(cuda.cuEventQuery(event)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
        cuda.cuStreamSynchronize(consumer);
        assertThat(read(target, 1 << 20)).containsOnly(5);
    }

    @Test
    void shouldMeasureTimeBetweenEvents() {
        long stream = cuda.cuStreamCreate(1);
        long start = cuda.cuEventCreate(0);
        long end = cuda.cuEventCreate(0);
        long memory = cuda.cuMemAlloc(64 << 20);
        cuda.cuEventRecord(start, stream);
        cuda.cuMemsetD8Async(memory, 1, 64 << 20, stream);
        cuda.cuEventRecord(end, stream);
        cuda.cuEventSynchronize(end);
        assertThat(cuda.cuEventElapsedTime(start, end)).isPositive();
        assertThat(cuda.cuEventElapsedTime(start, start)).isZero();
        long untimed = cuda.cuEventCreate(2);
        cuda.cuEventRecord(untimed, stream);
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuEventElapsedTime(start, untimed));
    }

    @Test
    void shouldOrderBlockingStreamsWithTheLegacyDefaultStream() {
        long blocking = cuda.cuStreamCreate(0);
        CountDownLatch release = new CountDownLatch(1);
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuLaunchHostFunc(blocking, data -> await(release), 0);
        cuda.cuMemsetD8Async(memory, 1, 4096, blocking);
        cuda.cuMemsetD8Async(memory, 2, 4096, 0);
        assertThat(cuda.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
        cuda.cuStreamSynchronize(0);
        assertThat(read(memory, 4096)).containsOnly(2);
    }

    @Test
    void shouldHaveADefaultStreamPerThread() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch finished = new CountDownLatch(1);
        cuda.cuLaunchHostFunc(2, data -> await(release), 0);
        cuda.cuCtxGetFlags();
        Thread other =
                new Thread(() -> {
                    cuda.cuCtxSetCurrent(context);
                    cuda.cuStreamSynchronize(2); // its own, which is empty
                    finished.countDown();
                });
        other.start();
        assertThat(finished.await(120, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        cuda.cuStreamSynchronize(2);
        other.join();
    }

    @Test
    void shouldServeManyThreadsAtOnce() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int t = 0; t < 8; t++) {
            int id = t;
            Thread thread =
                    new Thread(() -> {
                        try {
                            workAlone(cuda, id);
                        } catch (Throwable e) {
                            failures.add(e);
                        }
                    });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private void workAlone(CudaDriver driver, int id) {
        driver.cuCtxSetCurrent(context);
        long stream = driver.cuStreamCreate(1);
        for (int round = 0; round < 30; round++) {
            long memory = driver.cuMemAlloc(30_000);
            MemorySegment data = random(id * 1000L + round, 30_000);
            MemorySegment back = MemorySegment.ofArray(new byte[30_000]);
            driver.cuMemcpyHtoDAsync(memory, data, 30_000, stream);
            driver.cuMemcpyDtoHAsync(back, memory, 30_000, stream);
            driver.cuStreamSynchronize(stream);
            assertThat(back.mismatch(data)).isEqualTo(-1);
            driver.cuMemFree(memory);
        }
        driver.cuStreamDestroy(stream);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the latch was not released in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
