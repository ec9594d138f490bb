package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class StreamTest extends SimFixture {
    private static final int MIB = 1 << 20;

    @Test
    void shouldRunOperationsOfAStreamInTheOrderOfSubmission() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        CountDownLatch release = hold(stream);
        for (int i = 0; i < 500; i++) {
            cuda.cuMemsetD8Async(memory, i, MIB, stream);
        }
        release.countDown();
        cuda.cuStreamSynchronize(stream);
        assertThat(read(memory, MIB)).containsOnly((byte) 499);
    }

    @Test
    void shouldLetTheLegacyStreamWaitForBlockingStreamsAndTheyForIt() {
        long blocking = cuda.cuStreamCreate(0);
        long other = cuda.cuStreamCreate(0);
        long free = cuda.cuStreamCreate(1);
        CountDownLatch release = hold(blocking);
        assertThat(cuda.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        long memory = cuda.cuMemAlloc(64);
        cuda.cuMemsetD8(memory, 7, 64);
        cuda.cuMemsetD8Async(memory, 8, 32, other);
        assertThat(cuda.cuStreamQuery(other)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        assertThat(cuda.cuStreamQuery(free)).isEqualTo(CUresult.CUDA_SUCCESS);
        release.countDown();
        cuda.cuStreamSynchronize(other);
        assertThat(read(memory, 33)).startsWith(8, 8).endsWith(8, 7);
        assertThat(cuda.cuStreamQuery(0)).isEqualTo(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldNotLetTheLegacyStreamWaitForNonBlockingStreams() {
        long free = cuda.cuStreamCreate(1);
        CountDownLatch release = hold(free);
        long memory = cuda.cuMemAlloc(64);
        cuda.cuMemsetD8(memory, 7, 64);
        assertThat(read(memory, 64)).containsOnly(7);
        assertThat(cuda.cuStreamQuery(free)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
    }

    @Test
    void shouldGiveEachThreadADefaultStreamOfItsOwn() throws InterruptedException {
        CountDownLatch release = hold(2);
        Thread other =
                Thread.ofPlatform()
                        .start(() -> {
                            cuda.cuCtxSetCurrent(context);
                            assertThat(cuda.cuStreamQuery(2)).isEqualTo(CUresult.CUDA_SUCCESS);
                            release.countDown();
                        });
        cuda.cuStreamSynchronize(2);
        other.join();
        assertThat(cuda.cuStreamQuery(2)).isEqualTo(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldReadPageableMemoryBeforeAnAsynchronousCopyReturns() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        CountDownLatch release = hold(stream);
        byte[] data = random(1, MIB);
        cuda.cuMemcpyHtoDAsync(memory, MemorySegment.ofArray(data), MIB, stream);
        byte[] sent = data.clone();
        data[0]++;
        data[MIB - 1]++;
        release.countDown();
        cuda.cuStreamSynchronize(stream);
        assertThat(read(memory, MIB)).isEqualTo(sent);
    }

    @Test
    void shouldReadPinnedMemoryWhenTheStreamReachesTheCopy() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(16);
        MemorySegment pinned = cuda.cuMemAllocHost(16);
        CountDownLatch release = hold(stream);
        cuda.cuMemcpyHtoDAsync(memory, pinned, 16, stream);
        pinned.fill((byte) 9);
        release.countDown();
        cuda.cuStreamSynchronize(stream);
        assertThat(read(memory, 16)).containsOnly(9);
        cuda.cuMemFreeHost(pinned);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuMemFreeHost(pinned));
    }

    @Test
    void shouldCopyToAndFromMemoryThatBelongsToOneThread() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        byte[] data = random(5, MIB);
        try (Arena own = Arena.ofConfined()) {
            MemorySegment host = own.allocate(MIB).copyFrom(MemorySegment.ofArray(data));
            CountDownLatch release = hold(stream);
            cuda.cuMemcpyHtoDAsync(memory, host, MIB, stream);
            host.fill((byte) 0);
            Thread.ofPlatform().start(release::countDown);
            cuda.cuMemcpyDtoHAsync(host, memory, MIB, stream);
            assertThat(host.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(data);
        }
    }

    @Test
    void shouldWaitForEventsOfOtherStreamsAndContexts() {
        long producer = cuda.cuStreamCreate(1);
        long event = cuda.cuEventCreate(2);
        CountDownLatch release = hold(producer);
        cuda.cuEventRecord(event, producer);
        cuda.cuCtxCreate(0, 1);
        long consumer = cuda.cuStreamCreate(1);
        cuda.cuStreamWaitEvent(consumer, event, 0);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        cuda.cuLaunchHostFunc(consumer, data -> order.add("consumer"), 0);
        assertThat(cuda.cuStreamQuery(consumer)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        assertThat(cuda.cuEventQuery(event)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        order.add("released");
        release.countDown();
        cuda.cuStreamSynchronize(consumer);
        cuda.cuEventSynchronize(event);
        assertThat(order).containsExactly("released", "consumer");
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuEventRecord(event, consumer));
    }

    @Test
    void shouldMeasureOnlyRecordedEventsWithTiming() {
        long start = cuda.cuEventCreate(0);
        long end = cuda.cuEventCreate(0);
        long untimed = cuda.cuEventCreate(2);
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuEventElapsedTime(start, end));
        long stream = cuda.cuStreamCreate(1);
        cuda.cuEventRecord(start, stream);
        cuda.cuEventRecord(untimed, stream);
        CountDownLatch release = hold(stream);
        cuda.cuEventRecord(end, stream);
        shouldFail(CUresult.CUDA_ERROR_NOT_READY, () -> cuda.cuEventElapsedTime(start, end));
        release.countDown();
        cuda.cuEventSynchronize(end);
        assertThat(cuda.cuEventElapsedTime(start, end)).isPositive();
        shouldFail(
                CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuEventElapsedTime(start, untimed));
    }

    @Test
    void shouldFinishTheWorkOfADestroyedStream() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        CountDownLatch release = hold(stream);
        cuda.cuMemsetD8Async(memory, 3, MIB, stream);
        cuda.cuStreamDestroy(stream);
        shouldFail(CUresult.CUDA_ERROR_INVALID_HANDLE, () -> cuda.cuStreamSynchronize(stream));
        release.countDown();
        cuda.cuCtxSynchronize();
        assertThat(read(memory, MIB)).containsOnly(3);
    }

    @Test
    void shouldContinueWhenAHostFunctionThrows() {
        long stream = cuda.cuStreamCreate(1);
        cuda.cuLaunchHostFunc(
                stream,
                data -> {
                    throw new IllegalStateException("on purpose");
                },
                0);
        List<Long> calls = Collections.synchronizedList(new ArrayList<>());
        for (long i = 0; i < 100; i++) {
            cuda.cuLaunchHostFunc(stream, calls::add, i);
        }
        cuda.cuStreamSynchronize(stream);
        assertThat(calls).hasSize(100).isSorted();
    }

    @Test
    void shouldTellCallbacksTheirStreamAndStatus() {
        long stream = cuda.cuStreamCreate(0);
        List<Object> seen = Collections.synchronizedList(new ArrayList<>());
        cuda.cuStreamAddCallback(
                stream,
                (which, status, data) -> Collections.addAll(seen, which, status, data),
                5,
                0);
        cuda.cuStreamSynchronize(stream);
        assertThat(seen).containsExactly(stream, CUresult.CUDA_SUCCESS, 5L);
    }

    @Test
    void shouldClampPriorities() {
        var range = cuda.cuCtxGetStreamPriorityRange();
        long high = cuda.cuStreamCreateWithPriority(1, -100);
        assertThat(cuda.cuStreamGetPriority(high)).isEqualTo(range.greatestPriority());
        long low = cuda.cuStreamCreateWithPriority(1, 100);
        assertThat(cuda.cuStreamGetPriority(low)).isEqualTo(range.leastPriority());
        assertThat(cuda.cuStreamGetCtx(low)).isEqualTo(context);
        assertThat(cuda.cuStreamGetId(low)).isNotEqualTo(cuda.cuStreamGetId(high));
    }

    @Test
    void shouldExecuteSynchronousCallsOnAnIdleStreamWithoutAnotherThread() {
        try (SimHost quiet = SimHost.of(config().withName("quiet"))) {
            CudaDriver driver = quiet.open().driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            long memory = driver.cuMemAlloc(32 * MIB);
            MemorySegment host = MemorySegment.ofArray(new byte[MIB]);
            for (int i = 0; i < 20; i++) {
                driver.cuMemcpyHtoD(memory, host, MIB);
                driver.cuMemcpyDtoH(host, memory, MIB);
                driver.cuMemsetD8(memory, 1, 1000);
                driver.cuStreamSynchronize(0);
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("quiet-"));
        }
    }
}
