package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.SimConfig;
import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.Profiles;
import org.junit.jupiter.api.Test;

/** Tests the times of kernels on the virtual clock. */
final class ModelledTimeTest extends KernelFixture {
    private static final String TEXT =
            """
            .visible .entry spin(.param .u64 p, .param .u32 n) {
                .reg .pred %p<3>;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                ld.param.u32 %r2, [n];
                cvta.to.global.u64 %rd2, %rd1;
                mov.u32 %r1, 0;
            AGAIN:
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, %r2;
                @%p1 bra AGAIN;
                st.global.u32 [%rd2], %r1;
                ret;
            }
            .visible .entry meet(.param .u64 p, .param .u32 n) {
                .reg .pred %p<3>;
                .reg .b32 %r<9>;
                ld.param.u32 %r2, [n];
                mov.u32 %r1, 0;
            AGAIN:
                bar.sync 0;
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, %r2;
                @%p1 bra AGAIN;
                ret;
            }
            .visible .entry wait(.param .u64 p, .param .u32 n) {
                .reg .pred %p<3>;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                .shared .align 8 .b64 phases;
                ld.param.u32 %r2, [n];
                mov.u32 %r1, %tid.x;
                mov.u32 %r3, %ntid.x;
                setp.eq.u32 %p1, %r1, 0;
                @%p1 mbarrier.init.shared.b64 [phases], %r3;
                bar.sync 0;
                mov.u32 %r1, 0;
            AGAIN:
                mbarrier.arrive.shared.b64 %rd1, [phases];
            WAIT:
                mbarrier.try_wait.shared.b64 %p2, [phases], %rd1;
                @!%p2 bra WAIT;
                add.u32 %r1, %r1, 1;
                setp.lt.u32 %p1, %r1, %r2;
                @%p1 bra AGAIN;
                ret;
            }
            .visible .entry clocks(.param .u64 p) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                mov.u64 %rd2, %clock64;
                mov.u64 %rd3, %clock64;
                sub.s64 %rd4, %rd3, %rd2;
                st.u64 [%rd1], %rd4;
                ret;
            }
            """;

    private final VirtualClock clock = SimClock.virtual();

    @Override
    protected SimConfig config() {
        return super.config().withClock(clock);
    }

    private long nanos(int blocks, int threads, int rounds) {
        return nanos("spin", blocks, threads, rounds);
    }

    private long nanos(String name, int blocks, int threads, int rounds) {
        long kernel = kernel(TEXT, name);
        long cell = ints(0);
        cuda.cuCtxSynchronize();
        long begin = clock.nanos();
        run(kernel, blocks, threads, cell, rounds);
        return clock.nanos() - begin - Profiles.SMALL.costs().launch();
    }

    @Test
    void shouldTakeTheSameTimeEachTimeAndMoreForMoreWork() {
        DeviceProfile device = Profiles.SMALL;
        long once = nanos(64, 128, 1000);
        assertThat(nanos(64, 128, 1000)).isEqualTo(once);
        // Twice the rounds or blocks take about twice the time when all processors are busy.
        assertThat(nanos(64, 128, 2000)).isBetween(19 * once / 10, 21 * once / 10);
        assertThat(nanos(128, 128, 1000)).isBetween(19 * once / 10, 21 * once / 10);
        // 2 simple instructions of 128 threads and a branch: 2 + 2 cycles for each round.
        long cycles = 64L / device.multiprocessors() * 4 * 1000;
        assertThat(once)
                .isBetween(
                        cycles * 1_000_000 / device.clockKhz(),
                        3 * cycles * 1_000_000 / device.clockKhz());
    }

    @Test
    void shouldLimitTheTimeOfThreadsThatWaitForOthers() {
        long meeting = nanos("meet", 64, 128, 100);
        long waiting = nanos("wait", 64, 128, 100);
        assertThat(nanos("wait", 64, 128, 100)).isEqualTo(waiting);
        // An arrival is an atomic update, which takes longer than a barrier, and the test for the
        // others is a loop.
        assertThat(waiting).isBetween(meeting, 30 * meeting);
    }

    @Test
    void shouldAdvanceClocksWhileAKernelRuns() {
        long cell = cuda.cuMemAlloc(8);
        run(kernel(TEXT, "clocks"), 1, 1, cell);
        assertThat(ints(cell, 1)[0]).isPositive();
    }
}
