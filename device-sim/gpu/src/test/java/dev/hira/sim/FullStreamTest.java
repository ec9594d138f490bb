package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.BlockingBan;
import dev.hira.api.WouldWaitException;
import dev.hira.api.cuda.CUresult;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a stream that is full of work. */
@Timeout(120)
final class FullStreamTest extends SteppedFixture {
    private static final int ROOM = 1 << 16;

    private long stream;
    private long event;

    @BeforeEach
    void fill() {
        stream = cuda.cuStreamCreate(1);
        event = cuda.cuEventCreate(0);
        cuda.cuLaunchHostFunc(stream, _ -> await(release), 0);
        for (int i = 1; i < ROOM; i++) {
            cuda.cuEventRecord(event, stream);
        }
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
