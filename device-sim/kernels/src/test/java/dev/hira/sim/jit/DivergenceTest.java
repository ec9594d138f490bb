package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.simt.Simt;
import dev.hira.sim.simt.form.LaneHost;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of a group that diverge leave the same memory as threads that run one by one. */
final class DivergenceTest {
    private static final String BEGIN = "ld.global.u32 %r10, [%rd4]; and.b32 %r11, %r10, 7;\n";
    private static final String END = "st.global.u32 [%rd5], %r20; ret;";

    private static JitFixture lanes(String body) {
        JitFixture fixture = JitFixture.body(BEGIN + "mov.u32 %r20, 0;\n" + body + END);
        if (LaneHost.lanes() > 0) {
            assertThat(Simt.compile(fixture.compiled())).isInstanceOf(Simt.Outcome.Compiled.class);
        }
        return fixture;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 31, 32, 33, 64, 100})
    void shouldRunBothSidesOfABranchWhateverTheSizeOfTheBlock(int threads) {
        lanes(
                        """
                        setp.lt.u32 %p1, %r11, 4;
                        @%p1 bra LOW;
                        add.u32 %r20, %r10, 5; bra JOIN;
                        LOW: mul.lo.u32 %r20, %r10, 3;
                        JOIN: xor.b32 %r20, %r20, %r2;
                        """)
                .blocks(3, threads)
                .agree(threads);
    }

    @Test
    void shouldLeaveALoopLaneByLane() {
        lanes(
                        """
                        mov.u32 %r12, 0;
                        LOOP: setp.ge.u32 %p1, %r12, %r11;
                        @%p1 bra DONE;
                        add.u32 %r12, %r12, 1; mad.lo.u32 %r20, %r20, 7, %r12; bra LOOP;
                        DONE: add.u32 %r20, %r20, %r12;
                        """)
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldLeaveALoopInTheMiddleToDifferentPlaces() {
        lanes(
                        """
                        mov.u32 %r12, 0; mov.u32 %r13, %r10;
                        LOOP: and.b32 %r14, %r13, 15;
                        setp.eq.u32 %p1, %r14, 3;
                        @%p1 bra THREE;
                        shr.u32 %r13, %r13, 1; add.u32 %r12, %r12, 1;
                        setp.lt.u32 %p2, %r12, 20;
                        @%p2 bra LOOP;
                        mov.u32 %r20, %r12; bra DONE;
                        THREE: add.u32 %r20, %r12, 1000;
                        DONE: add.u32 %r20, %r20, %r13;
                        """)
                .blocks(2, 96)
                .agree(0);
    }

    @Test
    void shouldContinueTheOuterLoopFromTheInnerOne() {
        lanes(
                        """
                        mov.u32 %r12, 0;
                        OUTER: mov.u32 %r13, 0;
                        INNER: add.u32 %r14, %r12, %r13; add.u32 %r20, %r20, %r14;
                        and.b32 %r15, %r20, 7; setp.eq.u32 %p1, %r15, %r11;
                        @%p1 bra NEXT;
                        add.u32 %r13, %r13, 1; setp.lt.u32 %p2, %r13, 5;
                        @%p2 bra INNER;
                        add.u32 %r20, %r20, 100;
                        NEXT: add.u32 %r12, %r12, 1; setp.le.u32 %p3, %r12, %r11;
                        @%p3 bra OUTER;
                        """)
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldKeepACounterThatIsTheSameForAllLanesUnderABranch() {
        lanes(
                        """
                        mov.u32 %r12, 100;
                        setp.lt.u32 %p1, %r11, 4;
                        @%p1 bra LOW;
                        mov.u32 %r12, 0;
                        HIGH: add.u32 %r12, %r12, 1; add.u32 %r20, %r20, %r12;
                        setp.lt.u32 %p2, %r12, 9;
                        @%p2 bra HIGH;
                        bra JOIN;
                        LOW: add.u32 %r20, %r12, %r2;
                        JOIN: xor.b32 %r20, %r20, %r10;
                        """)
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldStoreAndLoadForRunningLanesOnly() {
        lanes(
                        """
                        setp.lt.u32 %p1, %r11, 3;
                        @%p1 st.global.u32 [%rd5], %r2;
                        @!%p1 ld.global.u32 %r20, [%rd4+4];
                        @%p1 ld.global.u32 %r20, [%rd5];
                        setp.gt.u32 %p2, %r11, 5;
                        @%p2 add.u32 %r20, %r20, 77;
                        """)
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldRunRowsOfSeveralDimensions() {
        LaunchShape shape = new LaunchShape(2, 1, 1, 16, 4, 2, 0, false);
        lanes(
                        """
                        mov.u32 %r12, %tid.y; mov.u32 %r13, %tid.z;
                        mad.lo.u32 %r14, %r13, 4, %r12; mad.lo.u32 %r15, %r14, 16, %r2;
                        mul.wide.u32 %rd6, %r15, 4; add.s64 %rd5, %rd2, %rd6;
                        mad.lo.u32 %r20, %r12, 100, %r13; add.u32 %r20, %r20, %r2;
                        """)
                .shaped(shape)
                .agree(0);
        lanes("mov.u32 %r20, %tid.y;").shaped(new LaunchShape(1, 1, 1, 4, 8, 1, 0, false)).agree(0);
    }

    @Test
    void shouldMeetAtABarrierInALoopThatIsLeftTogether() {
        JitFixture.kernel(
                        JitFixture.entry(
                                ".shared .align 4 .b32 s[64];\n",
                                """
                                mov.u32 %r10, s; shl.b32 %r11, %r2, 2; add.u32 %r12, %r10, %r11;
                                st.shared.u32 [%r12], %r2; mov.u32 %r13, 32;
                                LOOP: bar.sync 0;
                                setp.ge.u32 %p1, %r2, %r13;
                                @%p1 bra NEXT;
                                shl.b32 %r14, %r13, 2; add.u32 %r15, %r12, %r14;
                                ld.shared.u32 %r16, [%r15]; ld.shared.u32 %r17, [%r12];
                                add.u32 %r18, %r16, %r17; st.shared.u32 [%r12], %r18;
                                NEXT: shr.u32 %r13, %r13, 1; setp.ne.u32 %p2, %r13, 0;
                                @%p2 bra LOOP;
                                bar.sync 0; ld.shared.u32 %r20, [s]; st.global.u32 [%rd5], %r20;
                                ret;
                                """),
                        "test")
                .blocks(2, 64)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7, 8, 21, 63})
    void shouldReportTheLaneThatFails(int thread) {
        lanes("setp.eq.u32 %p1, %r2, " + thread + ";\n@%p1 mov.u64 %rd5, 64;\n")
                .blocks(1, 64)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldAgreeOnRandomWays(long seed) {
        JitFixture.body(BEGIN + ways(new SplittableRandom(seed))).blocks(2, 72).agree(9);
    }

    /**
     * Returns blocks that lead to any later one, or a few times to an earlier one, depending on
     * data.
     */
    private static String ways(SplittableRandom random) {
        int blocks = 6 + random.nextInt(8);
        StringBuilder text = new StringBuilder("mov.u32 %r20, %r10; mov.u32 %r21, 0;\n");
        for (int i = 0; i < blocks; i++) {
            int register = 22 + random.nextInt(4);
            text.append("B").append(i).append(": add.u32 %r21, %r21, 1;\n");
            text.append("mad.lo.u32 %r20, %r20, ").append(random.nextInt(1, 99) | 1);
            text.append(", %r").append(random.nextBoolean() ? 21 : 2).append(";\n");
            text.append("add.u32 %r").append(register).append(", %r20, %r");
            text.append(random.nextBoolean() ? register : 1).append(";\n");
            text.append("xor.b32 %r20, %r20, %r").append(22 + random.nextInt(4)).append(";\n");
            text.append("shr.u32 %r30, %r20, ").append(random.nextInt(20)).append(";\n");
            text.append("and.b32 %r30, %r30, 3; setp.eq.u32 %p1, %r30, 0;\n");
            text.append("setp.lt.u32 %p2, %r21, 30;\n");
            boolean back = i > 0 && random.nextInt(3) == 0;
            int target = back ? random.nextInt(i + 1) : i + 1 + random.nextInt(blocks - i);
            text.append(back ? "and.pred %p1, %p1, %p2;\n" : "");
            text.append("@%p1 bra B").append(target).append(";\n");
        }
        return text.append("B")
                .append(blocks)
                .append(": add.u32 %r20, %r20, %r21;\n")
                .append(END)
                .toString();
    }
}
