package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the operations that threads execute together, one kernel for each. */
final class MeetingsTest extends KernelFixture {
    /** Each thread leaves a number in register r9; its own number is in r1. */
    private static final String KERNEL =
            """
            .visible .entry k(.param .u64 p) {
                .reg .pred %p<9>;
                .reg .b32 %r<32>;
                .reg .b64 %rd<9>;
                .shared .align 4 .b8 cells[4096];
                ld.param.u64 %rd1, [p];
                cvta.to.global.u64 %rd2, %rd1;
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd3, %r1, 4;
                add.s64 %rd4, %rd2, %rd3;
                mov.u32 %r9, 0;
                and.b32 %r2, %r1, 1;
                setp.eq.u32 %p1, %r2, 1;
                setp.lt.u32 %p2, %r1, 8;
                BODY
                st.global.u32 [%rd4], %r9;
                ret;
            }
            """;

    private static Arguments kernel(
            String name, int threads, String body, IntUnaryOperator expected) {
        return Arguments.of(name, threads, body, expected);
    }

    static IntStream lanesOf(int thread) {
        return IntStream.range(thread / 32 * 32, thread / 32 * 32 + 32);
    }

    /**
     * Returns a thread's value after a swap with its neighbour and, in the first warp, two steps
     * up.
     */
    private static int afterTwoSteps(int thread) {
        return thread >= 32 ? thread ^ 1 : Math.max(0, thread - 2) ^ 1;
    }

    static Arguments[] barriers() {
        return new Arguments[] {
            kernel(
                    "bar.sync",
                    96,
                    """
                    shl.b32 %r3, %r1, 2;
                    mov.u32 %r4, cells;
                    add.u32 %r5, %r4, %r3;
                    st.shared.u32 [%r5], %r1;
                    bar.sync 0;
                    sub.u32 %r6, 380, %r3;
                    add.u32 %r6, %r4, %r6;
                    ld.shared.u32 %r9, [%r6];
                    """,
                    t -> 95 - t),
            kernel(
                    "one warp alone between barriers",
                    100,
                    """
                    shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;
                    bar.sync 0;
                    setp.ge.u32 %p3, %r1, 32;
                    @%p3 bra OTHERS;
                    shfl.sync.up.b32 %r4, %r3, 1, 0, -1;
                    shfl.sync.up.b32 %r3, %r4, 1, 0, -1;
                    OTHERS:
                    bar.sync 0;
                    shfl.sync.bfly.b32 %r9, %r3, 2, 31, -1;
                    """,
                    t -> afterTwoSteps(t ^ 2)),
            kernel(
                    "warps and lanes that end early",
                    128,
                    """
                    setp.ge.u32 %p3, %r1, 96;
                    @%p3 bra DONE;
                    setp.eq.u32 %p4, %r1, 5;
                    @%p4 bra DONE;
                    vote.sync.ballot.b32 %r3, 1, -1;
                    bar.sync 0;
                    setp.lt.u32 %p5, %r1, 32;
                    @%p5 bra FIRST;
                    vote.sync.ballot.b32 %r4, %p1, -1;
                    FIRST:
                    bar.sync 0;
                    shfl.sync.idx.b32 %r9, %r3, 1, 31, -1;
                    DONE:
                    """,
                    t -> t >= 96 || t == 5 ? 0 : t < 32 ? ~(1 << 5) : -1),
            kernel("bar.red.popc", 70, "bar.red.popc.u32 %r9, 3, %p1;", t -> 35),
            kernel(
                    "bar.red.and",
                    70,
                    "bar.red.and.pred %p3, 0, %p1;\nselp.u32 %r9, 7, 8, %p3;",
                    t -> 8),
            kernel(
                    "bar.red.or",
                    70,
                    "bar.red.or.pred %p3, 0, %p1;\nselp.u32 %r9, 7, 8, %p3;",
                    t -> 7),
            kernel(
                    "bar.arrive",
                    64,
                    """
                    mov.u32 %r4, cells;
                    setp.lt.u32 %p3, %r1, 32;
                    @%p3 bra WRITER;
                    bar.sync 2, 64;
                    ld.shared.u32 %r9, [%r4];
                    bra DONE;
                    WRITER:
                    st.shared.u32 [%r4], 41;
                    bar.arrive 2, 64;
                    mov.u32 %r9, 1;
                    DONE:
                    """,
                    t -> t < 32 ? 1 : 41),
            kernel(
                    "bar.sync of some warps",
                    96,
                    """
                    setp.ge.u32 %p3, %r1, 64;
                    @%p3 bra DONE;
                    mov.u32 %r4, cells;
                    setp.eq.u32 %p4, %r1, 63;
                    @%p4 st.shared.u32 [%r4], 5;
                    barrier.sync 1, 64;
                    ld.shared.u32 %r9, [%r4];
                    DONE:
                    """,
                    t -> t < 64 ? 5 : 0),
            kernel(
                    "bar.warp.sync",
                    32,
                    """
                    mov.u32 %r4, cells;
                    @%p2 bra FEW;
                    mov.u32 %r9, 3;
                    bra DONE;
                    FEW:
                    setp.eq.u32 %p4, %r1, 7;
                    @%p4 st.shared.u32 [%r4], 9;
                    bar.warp.sync 0xff;
                    ld.shared.u32 %r9, [%r4];
                    DONE:
                    """,
                    t -> t < 8 ? 9 : 3),
        };
    }

    static Arguments[] shuffles() {
        return new Arguments[] {
            kernel(
                    "shfl.up",
                    64,
                    "shfl.sync.up.b32 %r9, %r1, 3, 0, -1;",
                    t -> t % 32 < 3 ? t : t - 3),
            kernel(
                    "shfl.down within 16",
                    64,
                    "shfl.sync.down.b32 %r9|%p3, %r1, 2, 0x100f, -1;\n@!%p3 mov.u32 %r9, 99;",
                    t -> t % 16 >= 14 ? 99 : t + 2),
            kernel("shfl.bfly", 64, "shfl.sync.bfly.b32 %r9, %r1, 5, 31, -1;", t -> t ^ 5),
            kernel(
                    "shfl.idx within 8",
                    64,
                    "shfl.sync.idx.b32 %r9, %r1, 3, 0x181f, -1;",
                    t -> t / 8 * 8 + 3),
            kernel(
                    "shfl among those of a branch",
                    32,
                    """
                    @%p2 bra FEW;
                    bra DONE;
                    FEW:
                    shfl.sync.idx.b32 %r9, %r1, 7, 31, 0xff;
                    DONE:
                    """,
                    t -> t < 8 ? 7 : 0),
        };
    }

    static Arguments[] votes() {
        return new Arguments[] {
            kernel(
                    "vote.all",
                    64,
                    "vote.sync.all.pred %p3, %p1, -1;\nselp.u32 %r9, 1, 2, %p3;",
                    t -> 2),
            kernel(
                    "vote.any",
                    64,
                    "vote.sync.any.pred %p3, %p2, -1;\nselp.u32 %r9, 1, 2, %p3;",
                    t -> t < 32 ? 1 : 2),
            kernel(
                    "vote.uni",
                    64,
                    "vote.sync.uni.pred %p3, %p2, -1;\nselp.u32 %r9, 1, 2, %p3;",
                    t -> t < 32 ? 2 : 1),
            kernel("vote.ballot", 32, "vote.sync.ballot.b32 %r9, %p1, -1;", t -> 0xaaaa_aaaa),
            kernel(
                    "vote.ballot, negated",
                    32,
                    "vote.sync.ballot.b32 %r9, !%p1, -1;",
                    t -> 0x5555_5555),
            kernel(
                    "match.any",
                    64,
                    "shr.u32 %r3, %r1, 2;\nmatch.any.sync.b32 %r9, %r3, -1;",
                    t -> 0xf << (t % 32 / 4 * 4)),
            kernel(
                    "match.all",
                    64,
                    """
                    shr.u32 %r3, %r1, 5;
                    match.all.sync.b32 %r9|%p3, %r3, -1;
                    @!%p3 mov.u32 %r9, 5;
                    """,
                    t -> -1),
            kernel(
                    "activemask",
                    32,
                    """
                    @%p1 bra ODD;
                    bra DONE;
                    ODD:
                    activemask.b32 %r9;
                    DONE:
                    """,
                    t -> t % 2 == 1 ? 0xaaaa_aaaa : 0),
            kernel(
                    "elect",
                    64,
                    "elect.sync %r9|%p3, -1;\n@%p3 mov.u32 %r9, 77;",
                    t -> t % 32 == 0 ? 77 : 0),
        };
    }

    static Arguments[] reductions() {
        return new Arguments[] {
            kernel("redux.add", 64, "redux.sync.add.u32 %r9, %r1, -1;", t -> lanesOf(t).sum()),
            kernel(
                    "redux.min",
                    64,
                    "sub.s32 %r3, 40, %r1;\nredux.sync.min.s32 %r9, %r3, -1;",
                    t -> t < 32 ? 9 : -23),
            kernel(
                    "redux.max",
                    64,
                    "sub.s32 %r3, 40, %r1;\nredux.sync.max.s32 %r9, %r3, -1;",
                    t -> t < 32 ? 40 : 8),
            kernel("redux.xor", 64, "redux.sync.xor.b32 %r9, %r1, -1;", t -> 0),
            kernel("redux.or", 64, "redux.sync.or.b32 %r9, %r1, -1;", t -> t < 32 ? 31 : 63),
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"barriers", "shuffles", "votes", "reductions"})
    void shouldGiveEachThreadItsResult(
            String name, int threads, String body, IntUnaryOperator expected) {
        long kernel = kernel(KERNEL.replace("BODY", body), "k");
        long out = ints(new int[threads]);
        run(kernel, 1, threads, out);
        assertThat(ints(out, threads))
                .as(name)
                .containsExactly(IntStream.range(0, threads).map(expected).toArray());
    }
}
