package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of 128 bits, in both engines. */
final class LongPairsTest {
    private static final String SHARED = ".shared .align 16 .b8 cells[1024];\n";

    /** A place of 16 bytes for each thread, in each space, and the same words in a register. */
    private static final String PLACES =
            """
            .reg .b128 %q<9>; .local .align 16 .b8 stack[32];
            shl.b32 %r10, %r5, 4; cvt.u64.u32 %rd10, %r10; add.u64 %rd11, %rd1, %rd10;
            add.u64 %rd12, %rd2, %rd10; shl.b32 %r11, %r2, 4; mov.u32 %r12, cells;
            add.u32 %r12, %r12, %r11; cvta.shared.u64 %rd13, cells; cvt.u64.u32 %rd14, %r11;
            add.u64 %rd13, %rd13, %rd14; ld.global.b128 %q1, [%rd11];
            """;

    private static JitFixture.Result run(String body) {
        return JitFixture.kernel(JitFixture.entry(SHARED, PLACES + body + " ret;"), "test")
                .blocks(2, 64)
                .agree(0);
    }

    private static JitFixture.Result sound(String body) {
        JitFixture.Result result = run(body);
        assertThat(result.fault()).isNull();
        return result;
    }

    private static void assertWords(JitFixture.Result result, int... places) {
        for (int thread = 0; thread < 128; thread++) {
            for (int word = 0; word < places.length; word++) {
                assertThat(result.result(4 * thread + word))
                        .as("word %d of thread %d", word, thread)
                        .isEqualTo(result.memory().getInt(16 * thread + 4 * places[word]));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        ".shared, %r12",
        "'', %rd13",
        ".local, stack+16",
        ".volatile.shared, %r12",
        ".relaxed.cta, %rd13",
        ".global, %rd12",
        ".relaxed.sys.global, %rd12"
    })
    void shouldGoThroughMemory(String space, String place) {
        assertWords(
                sound(
                        "st%s.b128 [%s], %%q1; ld%s.b128 %%q2, [%s]; st.global.b128 [%%rd12], %%q2;"
                                .formatted(space, place, space, place)),
                0,
                1,
                2,
                3);
    }

    @Test
    void shouldMoveHalves() {
        assertWords(
                sound(
                        """
                        mov.b128 {%rd20, %fd1}, %q1; mov.b64 %rd21, %fd1;
                        mov.b128 %q2, {%rd21, %rd20}; mov.b128 %q3, %q2;
                        mov.b128 {_, %rd22}, %q3; mov.b128 %q4, {%rd21, %rd22};
                        st.global.b128 [%rd12], %q4;
                        """),
                2,
                3,
                0,
                1);
    }

    @Test
    void shouldKeepRegistersThatAGuardLeavesUnchanged() {
        JitFixture.Result result =
                sound(
                        """
                        and.b32 %r20, %r2, 1; setp.eq.u32 %p1, %r20, 0;
                        mov.b128 {%rd20, %rd21}, %q1; @%p1 mov.b128 %q1, {%rd21, %rd20};
                        @!%p1 st.global.b128 [%rd12], %q1;
                        @%p1 atom.global.exch.b128 %q2, [%rd12], %q1;
                        """);
        for (int thread = 0; thread < 128; thread++) {
            int source = (thread & 1) == 0 ? 2 : 0;
            assertThat(result.result(4 * thread))
                    .isEqualTo(result.memory().getInt(16 * thread + 4 * source));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".shared", "", ".global"})
    void shouldExchange(String space) {
        String place = space.equals(".shared") ? "%r12" : space.isEmpty() ? "%rd13" : "%rd12";
        assertWords(
                sound(
                        """
                        mov.u64 %rd20, 5; mov.u64 %rd21, 6; mov.b128 %q2, {%rd20, %rd21};
                        atom.SPACE.exch.b128 %q3, [PLACE], %q1;
                        atom.acq_rel.cta.SPACE.exch.b128 %q4, [PLACE], %q2;
                        mov.b128 {%rd22, %rd23}, %q3; or.b64 %rd22, %rd22, %rd23;
                        mov.b128 {%rd24, %rd25}, %q4; add.u64 %rd24, %rd24, %rd22;
                        mov.b128 %q4, {%rd24, %rd25};
                        st.global.b128 [%rd12], %q4;
                        """
                                .replace(".SPACE", space)
                                .replace("PLACE", place)),
                0,
                1,
                2,
                3);
    }

    /** The comparand differs in the lower half, in the upper one, or not at all. */
    @ParameterizedTest
    @CsvSource({"1, 0, 7", "0, 1, 7", "0, 0, 9", "0, 4294967296, 7", "4294967296, 0, 7"})
    void shouldExchangeWhenBothHalvesAreTheSame(long low, long high, int expected) {
        JitFixture.Result result =
                sound(
                        """
                        mov.u64 %rd20, 7; mov.u64 %rd21, 8; mov.b128 %q2, {%rd20, %rd21};
                        add.u64 %rd22, %rd20, LOW; add.u64 %rd23, %rd21, HIGH;
                        mov.b128 %q3, {%rd22, %rd23};
                        mov.u64 %rd22, 9; mov.u64 %rd23, 10; mov.b128 %q4, {%rd22, %rd23};
                        st.shared.b128 [%r12], %q2;
                        atom.shared.cas.b128 %q5, [%r12], %q3, %q4;
                        ld.shared.b128 %q6, [%r12];
                        mov.b128 {%rd24, %rd25}, %q5; mov.b128 {%rd26, %rd27}, %q6;
                        shl.b64 %rd24, %rd24, 32; add.u64 %rd24, %rd24, %rd25;
                        shl.b64 %rd26, %rd26, 32; add.u64 %rd26, %rd26, %rd27;
                        mov.b128 %q7, {%rd24, %rd26}; st.global.b128 [%rd12], %q7;
                        """
                                .replace("LOW", Long.toString(low))
                                .replace("HIGH", Long.toString(high)));
        assertThat(result.result(0)).isEqualTo(8);
        assertThat(result.result(1)).isEqualTo(7);
        assertThat(result.result(2)).isEqualTo(expected + 1);
        assertThat(result.result(3)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ld.global.b128 %q2, [%rd11+8];",
                "st.shared.b128 [%r12+8], %q1;",
                "ld.relaxed.gpu.global.b128 %q2, [%rd11+8];",
                "atom.shared.exch.b128 %q2, [%r12+8], %q1;"
            })
    void shouldRefuseAddressesOfHalves(String instruction) {
        assertThat(Objects.requireNonNull(run(instruction).fault()).getMessage())
                .contains("misaligned");
    }
}
