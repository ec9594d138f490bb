package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.run.ThreadEngine;
import dev.hira.sim.simt.Simt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads of a warp make accesses together where no barrier orders them, in all engines, as on
 * hardware that runs a warp in step.
 */
final class WarpsInStepTest {
    private static final String TILE = ".shared .align 4 .b32 tile[256];\n";

    /** The address of the thread's own element, and its lane. */
    private static final String OWN =
            """
            mov.u32 %r10, tile; shl.b32 %r11, %r2, 2; add.u32 %r12, %r10, %r11;
            and.b32 %r9, %r2, 31;
            """;

    private static final String LEAVE =
            "\nld.shared.u32 %r50, [%r12]; st.global.u32 [%rd5], %r50; ret;";

    private static JitFixture kernel(String body) {
        JitFixture kernel = JitFixture.kernel(JitFixture.entry(TILE, OWN + body), "test");
        assertThat(kernel.program.stops())
                .anyMatch(stop -> stop.meeting() instanceof Meeting.InStep);
        return kernel;
    }

    private static void check(JitFixture kernel, int threads, int n, IntUnaryOperator expected) {
        JitFixture.Result result = kernel.blocks(1, threads).polling().agree(n);
        assertThat(result.fault()).isNull();
        for (int thread = 0; thread < threads; thread++) {
            assertThat(result.result(thread))
                    .as("thread %d", thread)
                    .isEqualTo(expected.applyAsInt(thread));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 40, 96})
    void shouldReadNeighboursBeforeAnyThreadWrites(int threads) {
        JitFixture rotate =
                kernel(
                        """
                        st.shared.u32 [%r12], %r2; bar.sync 0; mov.u32 %r20, 0;
                        and.b32 %r30, %r2, -32; add.u32 %r31, %r9, 1; and.b32 %r31, %r31, 31;
                        add.u32 %r31, %r31, %r30; setp.ge.u32 %p2, %r31, %r4;
                        selp.b32 %r31, %r30, %r31, %p2;
                        shl.b32 %r31, %r31, 2; add.u32 %r31, %r10, %r31;
                        AGAIN: ld.shared.u32 %r21, [%r31]; st.shared.u32 [%r12], %r21;
                        add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, %r1; @%p1 bra AGAIN;
                        bar.sync 0;
                        """
                                + LEAVE);
        check(
                rotate,
                threads,
                5,
                thread -> {
                    int first = thread & -32;
                    return first + (thread - first + 5) % Math.min(32, threads - first);
                });
    }

    @Test
    void shouldReduceByATreeOfVolatileAccesses() {
        StringBuilder body =
                new StringBuilder(
                        """
                        st.shared.u32 [%r12], %r2; bar.sync 0; setp.ge.u32 %p1, %r2, 32;
                        @%p1 bra OUT;
                        """);
        for (int distance = 32; distance > 0; distance /= 2) {
            body.append("ld.volatile.shared.u32 %r20, [%r12+")
                    .append(4 * distance)
                    .append("]; ld.volatile.shared.u32 %r21, [%r12];")
                    .append(" add.u32 %r20, %r20, %r21; st.volatile.shared.u32 [%r12], %r20;\n");
        }
        body.append(
                """
                OUT: bar.sync 0; ld.shared.u32 %r50, [tile]; st.global.u32 [%rd5], %r50; ret;
                """);
        check(kernel(body.toString()), 64, 0, _ -> 63 * 64 / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void shouldScanThroughVolatileSharedMemory(int threads) {
        StringBuilder body = new StringBuilder("st.volatile.shared.u32 [%r12], %r2;\n");
        for (int distance = 1; distance < 32; distance *= 2) {
            body.append(
                    """
                    setp.ge.u32 %p1, %r9, DIST; @!%p1 bra NEXTDIST;
                    ld.volatile.shared.u32 %r20, [%r12-BYTES]; ld.volatile.shared.u32 %r21, [%r12];
                    add.u32 %r21, %r21, %r20; st.volatile.shared.u32 [%r12], %r21;
                    NEXTDIST:
                    """
                            .replace("BYTES", String.valueOf(4 * distance))
                            .replace("DIST", String.valueOf(distance)));
        }
        check(
                kernel(body + LEAVE),
                threads,
                0,
                thread -> {
                    int first = thread & -32;
                    return (first + thread) * (thread - first + 1) / 2;
                });
    }

    @Test
    void shouldTransposeATileWithoutABarrier() {
        JitFixture transpose =
                kernel(
                        """
                        shr.u32 %r13, %r2, 2; and.b32 %r14, %r2, 3; shl.b32 %r15, %r14, 3;
                        add.u32 %r15, %r15, %r13; shl.b32 %r15, %r15, 2; add.u32 %r15, %r10, %r15;
                        st.shared.u32 [%r12], %r2; ld.shared.u32 %r16, [%r15];
                        st.shared.u32 [%r12], %r16;
                        """
                                + LEAVE);
        check(transpose, 32, 0, thread -> (thread & 3) * 8 + (thread >> 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 40, 64})
    void shouldComeTogetherBehindBranches(int threads) {
        JitFixture branches =
                kernel(
                        """
                        st.shared.u32 [%r12], 0; xor.b32 %r13, %r2, 1; shl.b32 %r13, %r13, 2;
                        add.u32 %r13, %r10, %r13; and.b32 %r14, %r2, 1;
                        setp.eq.u32 %p1, %r14, 0; @%p1 bra EVEN;
                        mul.lo.u32 %r15, %r2, 7; st.shared.u32 [%r12], %r15;
                        ld.shared.u32 %r16, [%r12]; add.u32 %r16, %r16, 3;
                        st.shared.u32 [%r12], %r16; bra JOIN;
                        EVEN: add.u32 %r15, %r2, 1000; st.shared.u32 [%r12], %r15;
                        JOIN: ld.shared.u32 %r17, [%r13]; st.shared.u32 [%r12], %r17;
                        """
                                + LEAVE);
        check(
                branches,
                threads,
                0,
                thread -> {
                    int other = thread ^ 1;
                    return (other & 1) == 0 ? other + 1000 : 7 * other + 3;
                });
    }

    /**
     * A thread goes round the loop as often as its lane says, and adds to what its neighbour has.
     */
    @ParameterizedTest
    @ValueSource(ints = {32, 40})
    void shouldComeTogetherBehindLoops(int threads) {
        JitFixture loops =
                kernel(
                        """
                        st.shared.u32 [%r12], 1; mov.u32 %r20, 0; xor.b32 %r13, %r2, 1;
                        shl.b32 %r13, %r13, 2; add.u32 %r13, %r10, %r13;
                        AGAIN: ld.shared.u32 %r21, [%r13]; ld.shared.u32 %r22, [%r12];
                        add.u32 %r21, %r21, %r22; st.shared.u32 [%r12], %r21;
                        add.u32 %r20, %r20, 1; setp.le.u32 %p1, %r20, %r9; @%p1 bra AGAIN;
                        ld.shared.u32 %r23, [%r13]; st.shared.u32 [%r12], %r23;
                        """
                                + LEAVE);
        int[] held = new int[threads];
        Arrays.fill(held, 1);
        for (int round = 0; round < 32; round++) {
            int[] before = held.clone();
            for (int thread = 0; thread < threads; thread++) {
                if (round <= (thread & 31)) {
                    held[thread] += before[thread ^ 1];
                }
            }
        }
        check(loops, threads, 0, thread -> held[thread ^ 1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 64})
    void shouldLetALaneReleaseTheLockThatOthersOfItsWarpWaitFor(int threads) {
        JitFixture lock =
                JitFixture.kernel(
                        JitFixture.entry(
                                TILE,
                                OWN
                                        + """
                                        setp.ne.u32 %p1, %r2, 0; @%p1 bra SET;
                                        st.shared.u32 [tile+4], 0; st.shared.u32 [tile], 0;
                                        SET: bar.sync 0;
                                        TRY: atom.shared.cas.b32 %r20, [tile], 0, 1;
                                        setp.ne.u32 %p2, %r20, 0; @%p2 bra TRY;
                                        ld.volatile.shared.u32 %r21, [tile+4];
                                        add.u32 %r21, %r21, 1;
                                        st.volatile.shared.u32 [tile+4], %r21;
                                        st.volatile.shared.u32 [tile], 0;
                                        bar.sync 0; ld.shared.u32 %r50, [tile+4];
                                        st.global.u32 [%rd5], %r50; ret;
                                        """),
                        "test");
        check(lock, threads, 0, _ -> threads);
    }

    /** Each warp but the last polls a flag that the next warp sets. */
    @ParameterizedTest
    @CsvSource({
        "34, ",
        "64, ",
        "96, ",
        "96, bar.warp.sync MASK;",
        "96, 'vote.sync.any.pred %p2, %p2, MASK;'"
    })
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLetAWarpSetTheFlagThatAnotherWarpPolls(int threads, @Nullable String meeting) {
        String meet = meeting == null ? "" : meeting;
        IntUnaryOperator flag = thread -> 1000 * ((threads - 1) / 32 - thread / 32 + 1);
        check(
                polling("", meet.replace("MASK", "-1")),
                threads,
                0,
                thread -> flag.applyAsInt(thread) + (thread ^ 1));
        check(
                polling(
                        "and.b32 %r18, %r2, 1; setp.eq.u32 %p3, %r18, 1; @%p3 bra OUT;",
                        meet.replace("MASK", "0x55555555")),
                threads,
                0,
                thread -> (thread % 2 == 1 ? 1 : flag.applyAsInt(thread)) + (thread ^ 1));
    }

    /** A warp polls a flag that another warp sets behind a barrier that a third one comes to. */
    @ParameterizedTest
    @CsvSource({"bar.warp.sync -1;", "'vote.sync.any.pred %p2, %p2, -1;'", "''"})
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLetAWarpSetAFlagBehindABarrierThatThePollingWarpDoesNotComeTo(String meeting) {
        JitFixture flag =
                JitFixture.kernel(
                        JitFixture.entry(
                                TILE,
                                """
                                st.volatile.shared.u32 [tile], 0; bar.sync 0; mov.u32 %r50, 7;
                                setp.lt.u32 %p1, %r2, 32; @%p1 bra POLL;
                                bar.sync 1, 64; setp.ge.u32 %p3, %r2, 64; @%p3 bra OUT;
                                st.volatile.shared.u32 [tile], 5; bra OUT;
                                POLL: ld.volatile.shared.u32 %r50, [tile];
                                setp.eq.u32 %p2, %r50, 0;
                                """
                                        + meeting
                                        + """
                                        @%p2 bra POLL;
                                        OUT: st.global.u32 [%rd5], %r50; ret;
                                        """),
                        "test");
        check(flag, 96, 0, thread -> thread < 32 ? 5 : 7);
    }

    private static JitFixture polling(String before, String meeting) {
        return kernel(
                """
                st.volatile.shared.u32 [%r12], %r2; st.volatile.shared.u32 [%r12+512], 0;
                bar.sync 0; xor.b32 %r13, %r2, 1; shl.b32 %r13, %r13, 2;
                add.u32 %r13, %r10, %r13; ld.volatile.shared.u32 %r14, [%r13];
                st.volatile.shared.u32 [%r12], %r14;
                shr.u32 %r15, %r2, 5; shl.b32 %r16, %r15, 2; add.u32 %r16, %r10, %r16;
                sub.u32 %r17, %r4, 1; shr.u32 %r17, %r17, 5;
                """
                        + before
                        + """
                        mov.u32 %r18, 0; setp.eq.u32 %p1, %r15, %r17; @%p1 bra SET;
                        POLL: ld.volatile.shared.u32 %r18, [%r16+516];
                        setp.eq.u32 %p2, %r18, 0;
                        """
                        + meeting
                        + """
                        @%p2 bra POLL;
                        SET: add.u32 %r18, %r18, 1000; st.volatile.shared.u32 [%r16+512], %r18;
                        OUT: add.u32 %r50, %r18, %r14; st.global.u32 [%rd5], %r50; ret;
                        """);
    }

    @Test
    void shouldStayInStepAcrossCalls() {
        String function =
                """
                .func (.reg .b32 %res) turn(.reg .b32 %from, .reg .b32 %to) {
                  .reg .b32 %v;
                  ld.shared.u32 %v, [%from]; st.shared.u32 [%to], %v; mov.b32 %res, %v; ret;
                }
                """;
        String body =
                OWN
                        + """
                        st.shared.u32 [%r12], %r2; xor.b32 %r13, %r2, 31; shl.b32 %r13, %r13, 2;
                        add.u32 %r13, %r10, %r13; and.b32 %r14, %r2, 1;
                        setp.eq.u32 %p1, %r14, 0; @%p1 bra EVEN;
                        call (%r15), turn, (%r12, %r12); bra JOIN;
                        EVEN: mov.u32 %r15, 5;
                        JOIN: call (%r15), turn, (%r13, %r12);
                        """
                        + LEAVE;
        JitFixture calls = JitFixture.kernel(JitFixture.entry(TILE + function, body), "test");
        List<ThreadEngine> engines = new ArrayList<>();
        engines.add(Interpreter.of(calls.program));
        engines.add(Interpreter.watched(calls.program));
        engines.add(calls.compiled());
        if (Simt.compile(calls.compiled()) instanceof Simt.Outcome.Compiled(var groups, _)) {
            engines.add(groups);
        }
        assertThat(engines).hasSize(4);
        for (ThreadEngine engine : engines) {
            JitFixture.Result result = calls.blocks(1, 32).run(engine, 0);
            assertThat(result.fault()).isNull();
            for (int thread = 0; thread < 32; thread++) {
                assertThat(result.result(thread)).isEqualTo(31 - thread);
            }
        }
    }

    @Test
    void shouldLeaveKernelsAloneWhoseBarriersOrderTheirAccesses() {
        JitFixture kernel =
                JitFixture.kernel(
                        JitFixture.entry(
                                TILE,
                                OWN
                                        + """
                                        st.shared.u32 [%r12], %r2; shr.u32 %r14, %r4, 1;
                                        HALVE: bar.sync 0; setp.ge.u32 %p1, %r2, %r14;
                                        @%p1 bra SKIP; shl.b32 %r15, %r14, 2;
                                        add.u32 %r16, %r12, %r15; ld.shared.u32 %r17, [%r16];
                                        ld.shared.u32 %r18, [%r12]; add.u32 %r17, %r17, %r18;
                                        st.shared.u32 [%r12], %r17;
                                        SKIP: shr.u32 %r14, %r14, 1; setp.ne.u32 %p2, %r14, 0;
                                        @%p2 bra HALVE; bar.sync 0;
                                        ld.shared.u32 %r50, [tile]; st.global.u32 [%rd5], %r50; ret;
                                        """),
                        "test");
        assertThat(kernel.program.stops())
                .noneMatch(stop -> stop.meeting() instanceof Meeting.InStep);
        check(kernel, 64, 0, _ -> 63 * 64 / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void shouldUpdateTheOwnElementAndThenANeighbours(int threads) {
        JitFixture updates =
                kernel(
                        """
                        st.shared.u32 [%r12], %r2; bar.sync 0;
                        xor.b32 %r13, %r2, 1; shl.b32 %r13, %r13, 2; add.u32 %r13, %r10, %r13;
                        ld.shared.u32 %r20, [%r12]; mul.lo.u32 %r20, %r20, 3;
                        st.shared.u32 [%r12], %r20;
                        ld.shared.u32 %r21, [%r13]; add.u32 %r21, %r21, 5;
                        st.shared.u32 [%r13], %r21; bar.sync 0;
                        """
                                + LEAVE);
        check(updates, threads, 0, thread -> 3 * thread + 5);
    }

    /**
     * All threads read an element, and coordinates or parameters decide which of them write it. The
     * number of the element comes from the lane, from another thread, or from memory.
     */
    @ParameterizedTest
    @CsvSource({
        "%r9, 0, '%r9, 5'",
        "%r9, -8, '%r15, 3'",
        "%r9, -4, '%r16, 1'",
        "%r9, -16, '%r1, 3'",
        "%r17, -1, '%r9, %r17'",
        "%r17, -1, '%r19, 0'",
        "%r18, -1, '%r9, %r18'",
        "%r18, -1, '%r18, %r2'",
    })
    void shouldReadAnElementInAllThreadsBeforeSomeWriteIt(String from, int mask, String equal) {
        for (String write :
                List.of(
                        "@%p1 st.shared.u32 [%r13], %r20;",
                        "@!%p1 bra OUT; st.shared.u32 [%r13], %r20; OUT:")) {
            JitFixture broadcast =
                    kernel(
                            """
                            st.shared.u32 [%r12], %r2; st.global.u32 [%rd5], 5; bar.sync 0;
                            and.b32 %r15, %r9, 7; and.b32 %r16, %r9, %r1;
                            shfl.sync.idx.b32 %r17, %r9, 5, 31, -1; ld.global.u32 %r18, [%rd5];
                            sub.u32 %r19, %r9, %r17; setp.eq.u32 %p1, EQUAL;
                            and.b32 %r13, FROM, MASK; shl.b32 %r13, %r13, 2;
                            add.u32 %r13, %r10, %r13; ld.shared.u32 %r50, [%r13];
                            mul.lo.u32 %r20, %r50, 7; add.u32 %r20, %r20, 100;
                            """
                                            .replace("EQUAL", equal)
                                            .replace("FROM", from)
                                            .replace("MASK", String.valueOf(mask))
                                    + write
                                    + "st.global.u32 [%rd5], %r50; ret;");
            check(broadcast, 32, 3, thread -> from.equals("%r9") ? thread & mask : 5);
        }
    }

    @Test
    void shouldReadAnElementInAllThreadsBeforeAllWriteIt() {
        JitFixture top =
                kernel(
                        """
                        st.shared.u32 [%r12], %r2; bar.sync 0;
                        ld.shared.u32 %r20, [tile]; add.u32 %r21, %r20, %r4;
                        st.shared.u32 [tile], %r21; add.u32 %r50, %r20, %r9;
                        st.global.u32 [%rd5], %r50; ret;
                        """);
        check(top, 32, 3, thread -> thread);
    }

    /** Threads write and then read an element, and then write that of another thread. */
    @Test
    void shouldReadWhatThreadsWroteBeforeAnotherThreadUpdatesIt() {
        JitFixture updates =
                kernel(
                        """
                        st.shared.u32 [%r12], %r2; bar.sync 0; xor.b32 %r13, %r2, 1;
                        shl.b32 %r13, %r13, 2; add.u32 %r13, %r10, %r13; xor.b32 %r14, %r2, 2;
                        shl.b32 %r14, %r14, 2; add.u32 %r14, %r10, %r14;
                        ld.shared.u32 %r20, [%r13]; st.volatile.shared.u32 [%r14], %r2;
                        ld.shared.u32 %r50, [%r14]; st.shared.u32 [%r13], %r20;
                        st.global.u32 [%rd5], %r50; ret;
                        """);
        check(updates, 32, 3, thread -> thread);
    }

    /** A kernel that reads one element and then writes another, at addresses made in this way. */
    private static boolean meets(String addresses) {
        String two = ".shared .align 4 .b32 ping[256]; .shared .align 4 .b32 pong[256];\n";
        JitFixture kernel =
                JitFixture.kernel(
                        JitFixture.entry(
                                two,
                                """
                                mul.lo.u32 %r10, %r2, %r2; and.b32 %r10, %r10, 255;
                                shl.b32 %r10, %r10, 2; setp.lt.u32 %p1, %r1, 5;
                                """
                                        + addresses
                                        + """
                                        add.u32 %r20, %r20, %r10; add.u32 %r21, %r21, %r10;
                                        ld.shared.u32 %r30, [%r20]; st.shared.u32 [%r21], %r30;
                                        ret;
                                        """),
                        "test");
        return kernel.program.stops().stream()
                .anyMatch(stop -> stop.meeting() instanceof Meeting.InStep);
    }

    @Test
    void shouldTellVariablesApartWhoseAddressesAreNotMixed() {
        assertThat(meets("mov.u32 %r20, ping; mov.u32 %r21, pong;")).isFalse();
        assertThat(meets("mov.u32 %r20, ping; mov.u32 %r21, ping+4;")).isTrue();
        assertThat(
                        meets(
                                """
                                mov.u32 %r20, ping; mov.u32 %r21, pong;
                                selp.b32 %r21, %r20, %r21, %p1;
                                """))
                .isTrue();
    }
}
