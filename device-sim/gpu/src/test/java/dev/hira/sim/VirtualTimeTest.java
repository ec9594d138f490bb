package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.profile.ProfileText;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests times on the virtual clock, to the nanosecond. */
final class VirtualTimeTest extends SimFixture {
    private static final int MIB = 1 << 20;
    private static final long SETUP = 10_000;

    private VirtualClock clock;

    @Override
    protected SimConfig config() {
        clock = SimClock.virtual();
        var profile =
                ProfileText.parse(
                        "profile=small,pinned=8000,pageable=4000,memory-rate=200000,copy-setup=10000,"
                                + "fill-setup=1000,context-switch=20000,copy-engines=2");
        return SimConfig.of(profile, profile).withClock(clock);
    }

    private static long nanos(long bytes, long rate) {
        return Math.ceilDiv(bytes * 1000, rate);
    }

    @Test
    void shouldTakeSetUpAndTransfer() {
        long memory = cuda.cuMemAlloc(MIB);
        MemorySegment pageable = MemorySegment.ofArray(new byte[MIB]);
        cuda.cuMemcpyHtoD(memory, pageable, MIB);
        assertThat(clock.nanos()).isEqualTo(SETUP + nanos(MIB, 4000));
        long before = clock.nanos();
        MemorySegment pinned = cuda.cuMemAllocHost(MIB);
        cuda.cuMemcpyDtoH(pinned, memory, MIB);
        assertThat(clock.nanos() - before).isEqualTo(SETUP + nanos(MIB, 8000));
        before = clock.nanos();
        cuda.cuMemsetD8(memory, 1, MIB);
        cuda.cuCtxSynchronize();
        assertThat(clock.nanos() - before).isEqualTo(1000 + nanos(MIB, 200_000));
        before = clock.nanos();
        cuda.cuMemcpyDtoD(memory, memory + MIB / 2, MIB / 2);
        cuda.cuCtxSynchronize();
        assertThat(clock.nanos() - before).isEqualTo(SETUP + nanos(MIB / 2, 100_000));
    }

    @Test
    void shouldCopyBothWaysAtTheSameTime() {
        long memory = cuda.cuMemAlloc(2 * MIB);
        MemorySegment in = cuda.cuMemAllocHost(MIB);
        MemorySegment out = cuda.cuMemAllocHost(MIB);
        long one = cuda.cuStreamCreate(1);
        long two = cuda.cuStreamCreate(1);
        cuda.cuMemcpyHtoDAsync(memory, in, MIB, one);
        cuda.cuMemcpyDtoHAsync(out, memory + MIB, MIB, two);
        cuda.cuMemcpyHtoDAsync(memory, in, MIB, two);
        cuda.cuCtxSynchronize();
        assertThat(clock.nanos()).isEqualTo(2 * (SETUP + nanos(MIB, 8000)));
    }

    @Test
    void shouldStampEventsWithTheTimeOfTheStream() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        long start = cuda.cuEventCreate(0);
        long end = cuda.cuEventCreate(0);
        cuda.cuMemsetD8Async(memory, 1, MIB, stream);
        cuda.cuEventRecord(start, stream);
        cuda.cuMemsetD8Async(memory, 2, MIB, stream);
        cuda.cuMemsetD8Async(memory, 3, MIB, stream);
        cuda.cuEventRecord(end, stream);
        cuda.cuEventSynchronize(end);
        double each = 1000 + nanos(MIB, 200_000);
        assertThat(cuda.cuEventElapsedTime(start, end)).isEqualTo((float) (2 * each / 1e6));
    }

    @Test
    void shouldChargeTheSwitchBetweenContextsAndTakeTurns() {
        CudaDriver other = host.open().driver();
        other.cuInit(0);
        other.cuCtxCreate(0, 0);
        long mine = cuda.cuMemAlloc(MIB);
        long theirs = other.cuMemAlloc(MIB);
        for (int i = 0; i < 3; i++) {
            cuda.cuMemsetD8Async(mine, i, MIB, 0);
        }
        for (int i = 0; i < 3; i++) {
            other.cuMemsetD8Async(theirs, i, MIB, 0);
        }
        other.cuCtxSynchronize();
        long each = 1000 + nanos(MIB, 200_000);
        assertThat(clock.nanos()).isEqualTo(6 * each + 5 * 20_000);
    }

    @Test
    void shouldServeHigherPrioritiesFirst() {
        long low = cuda.cuStreamCreateWithPriority(1, 0);
        long high = cuda.cuStreamCreateWithPriority(1, -3);
        long memory = cuda.cuMemAlloc(MIB);
        long lowDone = cuda.cuEventCreate(0);
        long highDone = cuda.cuEventCreate(0);
        cuda.cuMemsetD8Async(memory, 0, MIB, low);
        cuda.cuMemsetD8Async(memory, 0, MIB, low);
        cuda.cuEventRecord(lowDone, low);
        cuda.cuMemsetD8Async(memory, 0, MIB, high);
        cuda.cuMemsetD8Async(memory, 0, MIB, high);
        cuda.cuEventRecord(highDone, high);
        cuda.cuCtxSynchronize();
        float each = (float) ((1000 + nanos(MIB, 200_000)) / 1e6);
        assertThat(cuda.cuEventElapsedTime(highDone, lowDone)).isEqualTo(each);
    }

    @Test
    void shouldRunHostFunctionsInNoTime() {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(MIB);
        List<Long> times = Collections.synchronizedList(new ArrayList<>());
        for (int i = 1; i <= 5; i++) {
            cuda.cuMemsetD8Async(memory, i, MIB, stream);
            cuda.cuLaunchHostFunc(stream, data -> times.add(clock.nanos()), 0);
        }
        cuda.cuStreamSynchronize(stream);
        long each = 1000 + nanos(MIB, 200_000);
        assertThat(times).containsExactly(each, 2 * each, 3 * each, 4 * each, 5 * each);
    }

    @Test
    void shouldShareOneBusBetweenDevices() {
        VirtualClock shared = SimClock.virtual();
        var profile = ProfileText.parse("profile=small,bus=8000,copy-setup=10000");
        try (SimHost two =
                SimHost.of(
                        SimConfig.of(profile, profile).withClock(shared).withSharedBusRate(8000))) {
            CudaDriver driver = two.open().driver();
            driver.cuInit(0);
            MemorySegment host = MemorySegment.ofArray(new byte[MIB]);
            for (int device = 0; device < 2; device++) {
                driver.cuCtxCreate(0, device);
                long memory = driver.cuMemAlloc(MIB);
                long stream = driver.cuStreamCreate(1);
                driver.cuMemcpyHtoDAsync(memory, host, MIB, stream);
            }
            driver.cuCtxSynchronize();
            driver.cuCtxPopCurrent();
            driver.cuCtxSynchronize();
            assertThat(shared.nanos()).isEqualTo(SETUP + nanos(2L * MIB, 8000));
        }
    }

    @Test
    void shouldTakeTheSameNanosecondsInEveryRun() {
        long seed = 42;
        List<Long> first = run(seed);
        assertThat(run(seed)).as("seed " + seed).isEqualTo(first);
        assertThat(first.getLast()).isPositive();
    }

    /** Returns the times at which random work ends. */
    private static List<Long> run(long seed) {
        VirtualClock clock = SimClock.virtual();
        try (SimHost host =
                SimHost.of(
                        SimConfig.of(ProfileText.parse("small"), ProfileText.parse("small"))
                                .withClock(clock))) {
            Random random = new Random(seed);
            List<Long> times = Collections.synchronizedList(new ArrayList<>());
            List<CudaDriver> drivers = new ArrayList<>();
            List<long[]> streams = new ArrayList<>();
            List<Long> memory = new ArrayList<>();
            for (int p = 0; p < 3; p++) {
                CudaDriver driver = host.open().driver();
                driver.cuInit(0);
                driver.cuCtxCreate(0, p % 2);
                drivers.add(driver);
                streams.add(new long[] {driver.cuStreamCreate(0), driver.cuStreamCreate(1), 0});
                memory.add(driver.cuMemAlloc(4 * MIB));
            }
            MemorySegment data = MemorySegment.ofArray(new byte[4 * MIB]);
            for (int step = 0; step < 500; step++) {
                int p = random.nextInt(3);
                long stream = streams.get(p)[random.nextInt(3)];
                long bytes = 1L + random.nextInt(4 * MIB);
                CudaDriver driver = drivers.get(p);
                switch (random.nextInt(6)) {
                    case 0 -> driver.cuMemcpyHtoDAsync(memory.get(p), data, bytes, stream);
                    case 1 -> driver.cuMemcpyDtoHAsync(data, memory.get(p), bytes, stream);
                    case 2 -> driver.cuLaunchHostFunc(stream, x -> times.add(clock.nanos()), 0);
                    case 3 -> driver.cuStreamSynchronize(stream);
                    default -> driver.cuMemsetD8Async(memory.get(p), step, bytes, stream);
                }
                times.add(clock.nanos());
            }
            drivers.forEach(CudaDriver::cuCtxSynchronize);
            times.add(clock.nanos());
            Collections.sort(times);
            return times;
        }
    }
}
