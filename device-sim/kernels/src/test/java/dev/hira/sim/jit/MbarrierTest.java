package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers in shared memory, in both engines. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MbarrierTest {
    private static final String SHARED =
            """
            .shared .align 8 .b64 bar;
            .shared .align 16 .b32 cells[64];
            """;

    /** Initializes the barrier by the first thread; {@code %r10} is the number of arrivals. */
    private static final String INIT =
            """
            setp.ne.u32 %p1, %r2, 0; mov.u32 %r11, bar; cvta.shared.u64 %rd20, bar;
            @!%p1 mbarrier.init.shared::cta.b64 [bar], %r10; bar.sync 0;
            """;

    private static JitFixture.Result run(String body, int threads) {
        return JitFixture.kernel(JitFixture.entry(SHARED, body), "test")
                .blocks(1, threads)
                .polling()
                .agree(3);
    }

    private static JitFixture.Result sound(String body, int threads) {
        JitFixture.Result result = run(body, threads);
        assertThat(result.fault()).isNull();
        return result;
    }

    private static String fault(String body) {
        return String.valueOf(Objects.requireNonNull(run(body, 32).fault()).getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "mbarrier.arrive.shared.b64, mbarrier.test_wait.shared.b64, bar",
        "mbarrier.arrive.release.cta.shared::cta.b64, mbarrier.try_wait.acquire.cta.shared.b64, %r11",
        "mbarrier.arrive.b64, mbarrier.try_wait.b64, %rd20",
        "mbarrier.arrive.relaxed.cluster.b64, mbarrier.test_wait.relaxed.cta.b64, %rd20",
    })
    void shouldHoldThreadsUntilAllOfAPhaseHaveArrived(String arrive, String wait, String place) {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, %r4;"
                                + INIT
                                + """
                                mov.u32 %r20, cells; shl.b32 %r21, %r2, 2; add.u32 %r22, %r20, %r21;
                                xor.b32 %r23, %r21, 252; add.u32 %r23, %r20, %r23;
                                mov.u32 %r24, %r2; mov.u32 %r25, 0;
                                PHASE: st.shared.u32 [%r22], %r24;
                                ARRIVE %rd10, [PLACE];
                                AGAIN: WAIT %p2, [PLACE], %rd10; @!%p2 bra AGAIN;
                                ld.shared.u32 %r26, [%r23]; mad.lo.u32 %r24, %r24, 3, %r26;
                                bar.sync 0;
                                add.u32 %r25, %r25, 1; setp.lt.u32 %p3, %r25, %r1; @%p3 bra PHASE;
                                st.global.u32 [%rd5], %r24; ret;
                                """
                                        .replace("ARRIVE", arrive)
                                        .replace("WAIT", wait)
                                        .replace("PLACE", place),
                        64);
        for (int thread = 0; thread < 64; thread++) {
            assertThat(result.result(thread)).isEqualTo(exchanged(thread, 3));
        }
    }

    private static int exchanged(int thread, int phases) {
        return phases == 0
                ? thread
                : 3 * exchanged(thread, phases - 1) + exchanged(63 - thread, phases - 1);
    }

    @Test
    void shouldTestPhasesByTheirParity() {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, 1;"
                                + INIT
                                + """
                                mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
                                mbarrier.test_wait.parity.shared.b64 %p3, [bar], 1;
                                selp.u32 %r20, 1, 0, %p2; selp.u32 %r21, 2, 0, %p3;
                                bar.sync 0; @!%p1 mbarrier.arrive.shared.b64 _, [bar];
                                AGAIN: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0, 1000;
                                @!%p2 bra AGAIN;
                                mbarrier.test_wait.parity.shared.b64 %p3, [bar], 3;
                                selp.u32 %r22, 4, 0, %p2; selp.u32 %r23, 8, 0, %p3;
                                add.u32 %r20, %r20, %r21; add.u32 %r20, %r20, %r22;
                                add.u32 %r20, %r20, %r23; st.global.u32 [%rd5], %r20; ret;
                                """,
                        64);
        assertThat(result.result(63)).isEqualTo(2 + 4);
    }

    @Test
    void shouldExpectArrivalsOnlyOfThreadsThatStay() {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, %r4;"
                                + INIT
                                + """
                                and.b32 %r20, %r2, 1; setp.eq.u32 %p2, %r20, 1;
                                @%p2 mbarrier.arrive_drop.shared.b64 _, [bar]; @%p2 bra OUT;
                                mbarrier.arrive.shared.b64 %rd10, [bar];
                                ONE: mbarrier.test_wait.shared.b64 %p3, [bar], %rd10; @!%p3 bra ONE;
                                mbarrier.arrive.shared.b64 %rd11, [bar];
                                TWO: mbarrier.test_wait.shared.b64 %p3, [bar], %rd11; @!%p3 bra TWO;
                                ld.shared.b64 %rd12, [bar];
                                mbarrier.pending_count.b64 %r21, %rd12;
                                st.global.u32 [%rd5], %r21;
                                OUT: ret;
                                """,
                        64);
        assertThat(result.result(0)).isEqualTo(32);
        assertThat(result.result(1)).isZero();
    }

    @Test
    void shouldTellHowManyArrivalsWerePendingBefore() {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, 100;"
                                + INIT
                                + """
                                @%p1 bra OUT; mov.u32 %r20, 40;
                                mbarrier.arrive.noComplete.shared.b64 %rd10, [bar], %r20;
                                mbarrier.arrive.shared.b64 %rd11, [bar], 9;
                                mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %rd12, [bar], 50;
                                mbarrier.arrive_drop.shared.b64 %rd13, [bar];
                                mbarrier.arrive.shared.b64 %rd14, [bar];
                                mbarrier.pending_count.b64 %r20, %rd10;
                                mbarrier.pending_count.b64 %r21, %rd11;
                                mbarrier.pending_count.b64 %r22, %rd12;
                                mbarrier.pending_count.b64 %r23, %rd13;
                                mbarrier.pending_count.b64 %r24, %rd14;
                                st.global.v4.u32 [%rd5], {%r20, %r21, %r22, %r23};
                                st.global.u32 [%rd5+16], %r24;
                                OUT: ret;
                                """,
                        32);
        assertThat(result.result(0)).isEqualTo(100);
        assertThat(result.result(1)).isEqualTo(60);
        assertThat(result.result(2)).isEqualTo(51);
        assertThat(result.result(3)).isEqualTo(1);
        assertThat(result.result(4)).isEqualTo(49);
    }

    @Test
    void shouldEndAPhaseOnlyWhenAllBytesHaveCome() {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, 1;"
                                + INIT
                                + """
                                @%p1 bra OUT; mov.u32 %r20, 1048575; mov.u32 %r21, 0;
                                mbarrier.complete_tx.shared.b64 [bar], 16;
                                mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd10, [bar], %r20;
                                mbarrier.test_wait.shared.b64 %p2, [bar], %rd10;
                                @%p2 or.b32 %r21, %r21, 1;
                                mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 16;
                                mbarrier.complete_tx.relaxed.cluster.b64 [%rd20], 1048574;
                                mbarrier.test_wait.shared.b64 %p2, [bar], %rd10;
                                @%p2 or.b32 %r21, %r21, 2;
                                mbarrier.complete_tx.b64 [%rd20], 1;
                                mbarrier.test_wait.shared.b64 %p2, [bar], %rd10;
                                @%p2 or.b32 %r21, %r21, 4;
                                mbarrier.arrive_drop.expect_tx.b64 _, [%rd20], 0;
                                mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;
                                @%p2 or.b32 %r21, %r21, 8;
                                st.global.u32 [%rd5], %r21;
                                OUT: ret;
                                """,
                        32);
        assertThat(result.result(0)).isEqualTo(4 + 8);
    }

    @Test
    void shouldCountCopiesAsArrivalsWhenTheyAreDone() {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, %r4; add.u32 %r10, %r10, %r10;"
                                + INIT
                                + """
                                shl.b32 %r20, %r2, 2; mov.u32 %r21, cells; add.u32 %r22, %r21, %r20;
                                cp.async.ca.shared.global [%r22], [%rd4], 4;
                                cp.async.mbarrier.arrive.shared.b64 [bar];
                                cp.async.mbarrier.arrive.noinc.b64 [%rd20];
                                mbarrier.arrive.shared.b64 %rd10, [bar];
                                AGAIN: mbarrier.try_wait.shared.b64 %p2, [bar], %rd10;
                                @!%p2 bra AGAIN;
                                xor.b32 %r20, %r20, 252; add.u32 %r22, %r21, %r20;
                                ld.shared.u32 %r23, [%r22]; st.global.u32 [%rd5], %r23; ret;
                                """,
                        64);
        for (int thread = 0; thread < 64; thread++) {
            assertThat(result.result(thread)).isEqualTo(result.memory().getInt(4 * (63 - thread)));
        }
    }

    /** The second half comes back in place of the first one. */
    @ParameterizedTest
    @CsvSource({"shared::cluster, 128", "shared::cta, %r21"})
    void shouldCopyInBulkAndSignalCompletion(String space, String bytes) {
        JitFixture.Result result =
                sound(
                        "mov.u32 %r10, 1; mov.u32 %r21, 128; mov.u32 %r20, cells;"
                                + INIT
                                + """
                                @%p1 bra WAIT;
                                mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;
                                cp.async.bulk.SPACE.global.mbarrier::complete_tx::bytes
                                    [%r20], [%rd1], BYTES, [bar];
                                mov.u64 %rd10, 0;
                                cp.async.bulk.SPACE.global.mbarrier::complete_tx::bytes.L2::cache_hint
                                    [%r20+128], [%rd1+128], BYTES, [%r11], %rd10;
                                cp.async.bulk.prefetch.L2.global [%rd1], BYTES;
                                WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
                                @!%p2 bra WAIT;
                                @%p1 bra OUT;
                                cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r20+128], BYTES;
                                cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;
                                OUT: shl.b32 %r22, %r2, 2; add.u32 %r22, %r20, %r22;
                                ld.shared.u32 %r23, [%r22]; st.global.u32 [%rd5+256], %r23; ret;
                                """
                                        .replace("SPACE", space)
                                        .replace("BYTES", bytes),
                        64);
        for (int i = 0; i < 64; i++) {
            assertThat(result.result(64 + i)).isEqualTo(result.memory().getInt(4 * i));
            assertThat(result.result(i))
                    .isEqualTo(i < 32 ? result.memory().getInt(4 * (32 + i)) : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1 << 20})
    void shouldRefuseToCountWhatCannotBe(int arrivals) {
        assertThat(fault("mov.u32 %r10, " + arrivals + ";" + INIT + arrival(1)))
                .isEqualTo(
                        "An mbarrier is misused: There is no initialized mbarrier at this address.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    mbarrier.arrive.shared.b64 _, [bar], %r12; | 9 arrivals were made while 8 were
                    mbarrier.expect_tx.shared.b64 [bar], %r13; | 1048576 bytes would be outstanding,
                    mbarrier.inval.shared.b64 [bar]; mbarrier.arrive.shared.b64 _, [bar]; | There is no
                    mbarrier.arrive.shared.b64 _, [bar+4]; | misaligned
                    mbarrier.arrive.shared.b64 _, [%r13]; | out of bounds
                    cp.async.bulk.global.shared::cta.bulk_group [%rd2+8], [%r11+8], 16; | misaligned
                    """)
    void shouldEndTheKernelWhenOneIsMisused(String instructions, String sentence) {
        String counts = "mov.u32 %r10, 8; mov.u32 %r12, 9; mov.u32 %r13, 1048576;";
        assertThat(fault(counts + INIT + instructions + "ret;")).contains(sentence);
    }

    private static String arrival(int count) {
        return "mbarrier.arrive.shared.b64 _, [bar], " + count + "; ret;";
    }
}
