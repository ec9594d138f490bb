package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.clock.RealClock;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a stream that is full of work. */
@Timeout(120)
final class FullStreamTest extends SimFixture {
    private static final int ROOM = 1 << 16;

    private static final long STEP = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong now = new AtomicLong();
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile long step;
    private long stream;
    private long event;

    @Override
    protected SimConfig config() {
        return super.config()
                .withClock(
                        new RealClock(
                                () -> now.addAndGet(step), InstantSource.fixed(Instant.EPOCH)));
    }

    @BeforeEach
    void fill() {
        stream = cuda.cuStreamCreate(1);
        event = cuda.cuEventCreate(0);
        cuda.cuLaunchHostFunc(stream, _ -> await(release), 0);
        for (int i = 1; i < ROOM; i++) {
            cuda.cuEventRecord(event, stream);
        }
    }

    @AfterEach
    void releaseStream() {
        release.countDown();
    }

    @Test
    void shouldNeitherWaitNorTakeMoreOnAThreadThatMustNotWait() {
        long memory = cuda.cuMemAlloc(16);
        MemorySegment data = MemorySegment.ofArray(new byte[16]);
        boolean before = BlockingBan.forbid();
        try {
            shouldAskForAnotherThread(() -> cuda.cuEventRecord(event, stream));
            shouldAskForAnotherThread(() -> cuda.cuLaunchHostFunc(stream, _ -> {}, 0));
            shouldAskForAnotherThread(() -> cuda.cuMemsetD8Async(memory, (byte) 1, 16, stream));
            shouldAskForAnotherThread(() -> cuda.cuMemcpyHtoDAsync(memory, data, 16, stream));
            shouldAskForAnotherThread(() -> cuda.cuStreamSynchronize(stream));
        } finally {
            BlockingBan.restore(before);
        }
        assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
    }

    private static void shouldAskForAnotherThread(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(WouldWaitException.class);
    }

    @Test
    void shouldKeepACallerWaitingUntilThereIsRoom() throws InterruptedException {
        Thread caller = Thread.ofPlatform().start(() -> cuda.cuEventRecord(event, stream));
        awaitBlocked(caller);
        assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
        caller.join();
        cuda.cuStreamSynchronize(stream);
        assertThat(cuda.cuEventQuery(event)).isEqualTo(CUresult.CUDA_SUCCESS);
    }

    @Test
    void shouldRefuseMoreWorkAfterFiveSecondsWithoutProgress() {
        step = STEP;
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> cuda.cuEventRecord(event, stream));
        step = 0;
        assertThat(now.get()).isEqualTo(7 * STEP);
    }
}
