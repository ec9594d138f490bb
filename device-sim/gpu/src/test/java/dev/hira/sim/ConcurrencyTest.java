package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests many lanes, streams and processes at once. */
final class ConcurrencyTest {
    private static final int LANES = 8;
    private static final int STEPS = 400;
    private static final long SEED = 7;

    @Test
    void shouldKeepLanesOfOneProcessApart() throws InterruptedException {
        try (SimHost host = SimHost.of(Profiles.SMALL)) {
            SimProcess process = host.open();
            process.initialize();
            long context = process.lane(1000).cuCtxCreate(0, 0);
            runLanes(lane -> {
                CudaDriver driver = process.lane(lane);
                driver.cuCtxSetCurrent(context);
                work(driver, SEED + lane);
            });
            process.lane(1000).cuCtxSynchronize();
            assertThat(host.statistics().getFirst().retiringBytes()).isZero();
        }
    }

    @Test
    void shouldKeepProcessesApart() throws InterruptedException {
        try (SimHost host = SimHost.of(Profiles.SMALL, Profiles.SMALL)) {
            runLanes(lane -> {
                try (CudaDriver driver = host.open().driver()) {
                    driver.cuInit(0);
                    driver.cuCtxCreate(0, lane % 2);
                    work(driver, SEED + lane);
                }
            });
            assertThat(host.statistics()).allMatch(device -> device.usedBytes() == 0);
        }
    }

    private interface LaneBody {
        void run(int lane);
    }

    private static void runLanes(LaneBody body) throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            int number = lane;
            threads.add(
                    Thread.ofPlatform()
                            .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                            .start(() -> body.run(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).as("seed " + SEED).isEmpty();
    }

    /** Carries a counter in memory through copies on several streams. */
    private static void work(CudaDriver driver, long seed) {
        Random random = new Random(seed);
        long[] streams = {driver.cuStreamCreate(1), driver.cuStreamCreate(0), 2};
        long event = driver.cuEventCreate(2);
        AtomicLong calls = new AtomicLong();
        long expectedCalls = 0;
        int size = 100_000;
        long a = driver.cuMemAlloc(size);
        long b = driver.cuMemAlloc(size);
        byte[] back = new byte[size];
        for (int step = 1; step <= STEPS; step++) {
            long from = streams[random.nextInt(3)];
            long to = streams[random.nextInt(3)];
            driver.cuMemsetD8Async(a, step, size, from);
            driver.cuEventRecord(event, from);
            driver.cuStreamWaitEvent(to, event, 0);
            driver.cuMemcpyDtoDAsync(b, a, size, to);
            if (random.nextInt(10) == 0) {
                driver.cuLaunchHostFunc(to, calls::addAndGet, 1);
                expectedCalls++;
            }
            if (random.nextInt(8) == 0) {
                long temporary = driver.cuMemAllocAsync(5000, to);
                driver.cuMemsetD8Async(temporary, step, 5000, to);
                driver.cuMemFreeAsync(temporary, to);
            }
            driver.cuMemcpyDtoHAsync(MemorySegment.ofArray(back), b, size, to);
            driver.cuStreamSynchronize(to);
            assertThat(back[random.nextInt(size)])
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo((byte) step);
        }
        assertThat(calls).hasValue(expectedCalls);
        driver.cuMemFree(a);
        driver.cuMemFree(b);
    }
}
