package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.SimConfig;
import dev.hira.sim.clock.RealClock;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the clocks that kernels read on the real clock, which the test sets. */
final class RealTimeTest extends KernelFixture {
    private static final String TEXT =
            """
            .visible .entry clocks(.param .u64 p) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                mov.u64 %rd2, %clock64;
                mov.u64 %rd3, %globaltimer;
                st.u64 [%rd1], %rd2;
                st.u64 [%rd1+8], %rd3;
                ret;
            }
            """;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Instant START = Instant.parse("2026-02-03T04:05:06.000000789Z");

    private final AtomicLong now = new AtomicLong(3 * NANOS_PER_MILLI);

    @Override
    protected SimConfig config() {
        return super.config().withClock(new RealClock(now::get, InstantSource.fixed(START)));
    }

    @Test
    void shouldCountCyclesOfTheDevicesClock() {
        long kernel = kernel(TEXT, "clocks");
        assertThat(clocks(kernel)[0]).isEqualTo(3L * Profiles.SMALL.clockKhz());
        now.addAndGet(NANOS_PER_MILLI);
        assertThat(clocks(kernel)[0]).isEqualTo(4L * Profiles.SMALL.clockKhz());
    }

    @Test
    void shouldShowTheTimeOfDayInTheGlobalTimer() {
        long kernel = kernel(TEXT, "clocks");
        long start = START.getEpochSecond() * 1_000 * NANOS_PER_MILLI + START.getNano();
        assertThat(clocks(kernel)[1]).isEqualTo(start);
        now.addAndGet(5);
        assertThat(clocks(kernel)[1]).isEqualTo(start + 5);
    }

    /** Returns the cycles and the global timer that a kernel reads. */
    private long[] clocks(long kernel) {
        long cells = cuda.cuMemAlloc(16);
        run(kernel, 1, 1, cells);
        return MemorySegment.ofArray(read(cells, 16)).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
    }
}
