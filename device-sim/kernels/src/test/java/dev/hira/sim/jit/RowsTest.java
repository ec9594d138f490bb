package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.simt.Simt;
import dev.hira.sim.simt.form.LaneHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of adjacent threads to places that are consecutive, or almost. */
final class RowsTest {
    private static final String SHARED = ".shared .align 4 .b8 cells[1024];\n";

    /** Sets {@code %r10} to the thread's number, in a way that only shows when the kernel runs. */
    private static final String NUMBER =
            """
            ld.global.u32 %r9, [%rd4];
            setp.lt.s32 %p1, %r9, 0;
            add.u32 %r8, %r5, 0;
            selp.b32 %r10, %r5, %r8, %p1;
            """;

    /** Sets {@code %r10} likewise, but every third thread takes its neighbour's number. */
    private static final String ALMOST =
            NUMBER
                    + """
                    rem.u32 %r11, %r10, 3;
                    setp.eq.u32 %p2, %r11, 1;
                    selp.u32 %r12, 1, 0, %p2;
                    sub.u32 %r10, %r10, %r12;
                    """;

    private static JitFixture lanes(String body) {
        return taken(JitFixture.body(body));
    }

    private static JitFixture lanesOf(String text, String name) {
        return taken(JitFixture.kernel(text, name));
    }

    /** Returns the kernel after checking that groups take every piece. */
    private static JitFixture taken(JitFixture fixture) {
        if (LaneHost.lanes() > 0) {
            assertThat(Simt.compile(fixture.compiled()))
                    .isInstanceOfSatisfying(
                            Simt.Outcome.Compiled.class,
                            groups -> assertThat(groups.refused()).isEmpty());
        }
        return fixture;
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBER, ALMOST, "mov.u32 %r10, %r5;"})
    void shouldLoadWhereverTheThreadsPlacesAre(String number) {
        lanes(
                        number
                                + """
                                mul.wide.u32 %rd6, %r10, 4; add.s64 %rd7, %rd1, %rd6;
                                ld.global.f32 %f1, [%rd7+64];
                                ld.global.s32 %r20, [%rd7+128];
                                cvt.rn.f32.s32 %f2, %r20; add.f32 %f3, %f1, %f2;
                                st.global.f32 [%rd5], %f3;
                                """)
                .blocks(2, 96)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBER, ALMOST, "mov.u32 %r10, %r5;"})
    void shouldStoreWhereverTheThreadsPlacesAre(String number) {
        lanes(
                        number
                                + """
                                mul.wide.s32 %rd6, %r10, 4; add.s64 %rd7, %rd2, %rd6;
                                xor.b32 %r20, %r5, 12345;
                                rem.u32 %r21, %r5, 5; setp.ne.u32 %p3, %r21, 2;
                                @%p3 st.global.u32 [%rd7], %r20;
                                """)
                .blocks(2, 96)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBER, ALMOST, "mov.u32 %r10, %r5;"})
    void shouldLoadBytesWithoutSign(String number) {
        lanes(
                        number
                                + """
                                cvt.u64.u32 %rd6, %r10; add.s64 %rd7, %rd1, %rd6;
                                ld.global.u8 %r20, [%rd7+3];
                                ld.global.u8 %h1, [%rd7];
                                mul.wide.u16 %r21, %h1, 4;
                                ld.global.s8 %r22, [%rd7+1];
                                add.u32 %r23, %r20, %r21; xor.b32 %r24, %r23, %r22;
                                st.global.u32 [%rd5], %r24;
                                """)
                .blocks(2, 96)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBER, ALMOST, "mov.u32 %r10, %r5;"})
    void shouldAccessSharedMemoryWhereverTheThreadsPlacesAre(String number) {
        lanesOf(
                        SHARED
                                + JitFixture.entry(
                                        "",
                                        number
                                                + """
                                                mov.u32 %r30, cells;
                                                shl.b32 %r31, %r10, 2; add.u32 %r32, %r30, %r31;
                                                st.shared.u32 [%r32], %r9;
                                                bar.sync 0;
                                                ld.shared.u32 %r33, [%r32];
                                                add.u32 %r34, %r30, %r10;
                                                ld.shared.u8 %r35, [%r34+1];
                                                add.u32 %r36, %r33, %r35;
                                                st.global.u32 [%rd5], %r36;
                                                """),
                        "test")
                .blocks(1, 96)
                .agree(0);
    }

    @Test
    void shouldReportTheFirstThreadBehindTheEndOfMemory() {
        JitFixture.Result result =
                lanes(
                                NUMBER
                                        + """
                                        cvt.u64.u32 %rd6, %r10; add.s64 %rd7, %rd2, %rd6;
                                        ld.global.u8 %r20, [%rd7+32708];
                                        st.global.u32 [%rd5], %r20;
                                        """)
                        .blocks(1, 64)
                        .agree(0);
        assertThat(result.fault()).hasMessageContaining("0x1000010000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s32", "u32"})
    void shouldNotTakeNumbersThatWrapForARow(String type) {
        String least = type.equals("s32") ? "2147483644" : "4294967292";
        JitFixture.Result result =
                lanes(
                                NUMBER
                                        + """
                                        add.u32 %%r13, %%r10, %s;
                                        mul.wide.%s %%rd10, %%r13, 4; add.s64 %%rd11, %%rd1, %%rd10;
                                        ld.global.u32 %%r20, [%%rd11];
                                        st.global.u32 [%%rd5], %%r20;
                                        """
                                                .formatted(least, type))
                        .blocks(1, 64)
                        .agree(0);
        assertThat(result.fault()).isNotNull();
    }

    @Test
    void shouldEndOnlyTheThreadsThatExit() {
        lanesOf(
                        SHARED
                                + JitFixture.entry(
                                        "",
                                        """
                                        rem.u32 %r10, %r5, 7; setp.lt.u32 %p1, %r10, 3;
                                        @%p1 bra DONE;
                                        bar.sync 0;
                                        st.global.u32 [%rd5], %r5;
                                        DONE: ret;
                                        """),
                        "test")
                .blocks(2, 64)
                .agree(0);
    }
}
