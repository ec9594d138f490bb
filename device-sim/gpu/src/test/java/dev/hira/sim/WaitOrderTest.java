package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.BlockingBan;
import dev.hira.api.cuda.CUhostFn;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a call that waits has its place among the calls of all threads before it waits. */
@Timeout(60)
final class WaitOrderTest extends SteppedFixture {
    private static final int BYTES = 16;

    private final CountDownLatch later = new CountDownLatch(1);
    private final AtomicInteger waits = new AtomicInteger();
    private long stream;
    private long event;
    private long memory;

    @BeforeEach
    void queueWork() {
        memory = cuda.cuMemAlloc(BYTES);
        stream = cuda.cuStreamCreate(0);
        event = cuda.cuEventCreate(0);
        cuda.cuLaunchHostFunc(stream, waitFor(release), 0);
        cuda.cuEventRecord(event, stream);
    }

    @AfterEach
    void endLaterWork() {
        later.countDown();
    }

    private static CUhostFn waitFor(CountDownLatch latch) {
        return _ -> await(latch);
    }

    /** Makes a call; when it waits, submits work that does not end before the call has ended. */
    private void shouldNotWaitForLaterWork(Runnable call) {
        BlockingBan.whenWaiting(
                () -> {
                    waits.incrementAndGet();
                    cuda.cuLaunchHostFunc(stream, waitFor(later), 0);
                    cuda.cuEventRecord(event, stream);
                    release.countDown();
                },
                call);
        assertThat(waits).hasValue(1);
    }

    @Test
    void shouldSynchronizeAStreamWithWhatPrecedesTheCall() {
        shouldNotWaitForLaterWork(() -> cuda.cuStreamSynchronize(stream));
    }

    @Test
    void shouldSynchronizeTheDefaultStreamWithWhatPrecedesTheCall() {
        shouldNotWaitForLaterWork(() -> cuda.cuStreamSynchronize(0));
    }

    @Test
    void shouldSynchronizeAContextWithWhatPrecedesTheCall() {
        shouldNotWaitForLaterWork(cuda::cuCtxSynchronize);
    }

    @Test
    void shouldSynchronizeAnEventAsItWasRecordedBeforeTheCall() {
        shouldNotWaitForLaterWork(() -> cuda.cuEventSynchronize(event));
    }

    @Test
    void shouldCopyBeforeWorkThatFollowsTheCall() {
        MemorySegment data = MemorySegment.ofArray(new byte[BYTES]);
        shouldNotWaitForLaterWork(() -> cuda.cuMemcpyDtoH(data, memory, BYTES));
    }
}
