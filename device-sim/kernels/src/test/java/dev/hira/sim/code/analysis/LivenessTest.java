package dev.hira.sim.code.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Graphs;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks which registers are live at each point. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LivenessTest {
    @Test
    void shouldKeepRegistersAcrossABarrierThatAreReadAfterIt() {
        Routine kernel =
                Graphs.kernel(
                        """
                        add.s32 %r3, %r2, 1;
                        add.s32 %r4, %r2, 2;
                        st.u32 [%rd1], %r3;
                        bar.sync 0;
                        st.u32 [%rd1], %r4;
                        """);
        assertThat(Graphs.names(kernel, Liveness.of(kernel).liveAcross(0)))
                .containsExactly("%r4", "%rd1");
    }

    @Test
    void shouldNotKeepTheResultsOfAMeetingAcrossIt() {
        Routine kernel =
                Graphs.kernel(
                        """
                        shfl.sync.down.b32 %r3|%p1, %r2, 1, 31, -1;
                        @%p1 st.u32 [%rd1], %r3;
                        """);
        Liveness liveness = Liveness.of(kernel);
        assertThat(Graphs.names(kernel, liveness.liveAcross(0))).containsExactly("%rd1");
        assertThat(Graphs.names(kernel, liveness.liveOut(0))).containsExactly("%p1", "%r3", "%rd1");
        assertThat(liveness.liveIn(0).isEmpty()).isTrue();
    }

    @Test
    void shouldKeepTheOldValueOfTheTargetOfAGuardedStep() {
        Routine kernel =
                Graphs.kernel(
                        """
                        setp.lt.s32 %p1, %r2, %r1;
                        add.s32 %r3, %r2, 1;
                        bar.sync 0;
                        @%p1 add.s32 %r3, %r2, 2;
                        st.u32 [%rd1], %r3;
                        """);
        assertThat(Graphs.names(kernel, Liveness.of(kernel).liveIn(1)))
                .containsExactly("%p1", "%r2", "%r3", "%rd1");
    }

    @Test
    void shouldKeepRegistersLiveAroundLoops() {
        Routine kernel =
                Graphs.kernel(
                        """
                        mov.u32 %r3, 0;
                        loop: add.s32 %r3, %r3, %r2;
                        add.s32 %r4, %r4, 1;
                        setp.lt.s32 %p1, %r4, %r1;
                        @%p1 bra loop;
                        st.u32 [%rd1], %r3;
                        """);
        assertThat(Graphs.names(kernel, Liveness.of(kernel).liveIn(1)))
                .containsExactly("%r1", "%r2", "%r3", "%r4", "%rd1");
        assertThat(Graphs.names(kernel, Liveness.of(kernel).liveIn(2)))
                .containsExactly("%r3", "%rd1");
    }

    @Test
    void shouldKeepResultsForTheCaller() {
        Program program = Graphs.program("call (%r3), same, (%r2); st.u32 [%rd1], %r3;");
        Routine same = program.routines().get(1);
        assertThat(Graphs.names(same, Liveness.of(same).liveIn(0))).containsExactly("x");
    }
}
