package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that opening and closing processes leaves nothing behind. */
final class LeakTest {
    private static final int PROCESSES = 200;
    private static final long MIB = 1 << 20;

    @Test
    void shouldLeaveNothingBehindWhenProcessesClose() throws Exception {
        SimConfig config =
                SimConfig.of(Profiles.DEFAULT)
                        .withName("leak")
                        .withLingerNanos(TimeUnit.MILLISECONDS.toNanos(5));
        try (SimHost host = SimHost.of(config)) {
            long mapped = mappings();
            List<SimProcess> open = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                SimProcess process = host.open();
                open.add(process);
                work(process.driver());
            }
            assertThat(host.processes()).hasSize(PROCESSES);
            open.forEach(SimProcess::close);
            assertThat(host.processes()).isEmpty();
            DeviceStatistics device = host.statistics().getFirst();
            assertThat(device.usedBytes()).isZero();
            assertThat(device.retiringBytes()).isZero();
            assertThat(device.counters().allocations()).isEqualTo(2 * PROCESSES);
            assertThat(mappings() - mapped).isLessThan(20);
            joinAll("leak");
        }
    }

    private static void work(CudaDriver driver) {
        driver.cuInit(0);
        driver.cuCtxCreate(0, 0);
        long memory = driver.cuMemAlloc(4 * MIB);
        driver.cuMemAlloc(1000);
        driver.cuMemAllocHost(4096);
        long stream = driver.cuStreamCreate(1);
        driver.cuMemsetD8Async(memory, 1, 4 * MIB, stream);
        driver.cuEventRecord(driver.cuEventCreate(0), stream);
        driver.cuLaunchHostFunc(stream, data -> {}, 0);
        driver.cuMemsetD8Async(memory, 2, MIB, 2);
    }

    /** Waits until all threads have ended for lack of work. */
    private static void joinAll(String prefix) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(prefix)) {
                assertThat(thread.join(java.time.Duration.ofSeconds(30)))
                        .as(thread.getName())
                        .isTrue();
            }
        }
    }

    private static long mappings() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }

    @Test
    void shouldDropWorkThatHasNotBegunWhenAProcessCloses() throws InterruptedException {
        try (SimHost host = SimHost.of(Profiles.SMALL)) {
            SimProcess process = host.open();
            CudaDriver driver = process.driver();
            driver.cuInit(0);
            driver.cuCtxCreate(0, 0);
            long stream = driver.cuStreamCreate(1);
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            List<String> ran = new ArrayList<>();
            driver.cuLaunchHostFunc(
                    stream,
                    data -> {
                        entered.countDown();
                        SimFixture.await(release);
                    },
                    0);
            driver.cuLaunchHostFunc(stream, data -> ran.add("late"), 0);
            SimFixture.await(entered);
            Thread closing = Thread.ofPlatform().start(process::close);
            CudaDriver other = host.open().driver();
            other.cuInit(0);
            other.cuCtxCreate(0, 0);
            other.cuMemFree(other.cuMemAlloc(MIB));
            SimFixture.awaitBlocked(closing);
            release.countDown();
            closing.join();
            assertThat(ran).isEmpty();
        }
    }
}
