package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.sim.driver.object.HostLimits;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Returns of the memory that queued operations take. */
@Timeout(60)
final class OperationRoomTest extends SimFixture {
    /** Enough for about 2,000 operations. */
    private static final long HEAP = 1 << 20;

    private static final int MANY = 1000;

    @Override
    protected SimConfig config() {
        return super.config().withLimits(HostLimits.usual().withHeap(HEAP, 4 * HEAP));
    }

    private void fillAndEmpty(long stream) {
        CountDownLatch release = new CountDownLatch(1);
        long event = cuda.cuEventCreate(0);
        cuda.cuLaunchHostFunc(stream, _ -> await(release), 0);
        for (int i = 0; i < MANY; i++) {
            cuda.cuEventRecord(event, stream);
        }
        assertThat(cuda.cuStreamQuery(stream)).isEqualTo(CUresult.CUDA_ERROR_NOT_READY);
        release.countDown();
        cuda.cuStreamSynchronize(stream);
    }

    @Test
    void shouldGiveBackTheRoomOfStreamsWhoseContextEnds() {
        for (int i = 0; i < 10; i++) {
            long context = cuda.cuCtxCreate(0, 0);
            fillAndEmpty(0);
            fillAndEmpty(cuda.cuStreamCreate(1));
            cuda.cuCtxDestroy(context);
        }
    }

    @Test
    void shouldGiveTheRoomOfTheIdleDefaultStreamToAnotherStream() {
        fillAndEmpty(0);
        for (int i = 0; i < 4; i++) {
            fillAndEmpty(cuda.cuStreamCreate(1));
        }
    }
}
