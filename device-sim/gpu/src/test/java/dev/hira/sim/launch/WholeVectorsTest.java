package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests aligned vectors that one block writes while another one reads them. */
final class WholeVectorsTest extends KernelFixture {
    private static final int ROUNDS = 100_000;

    /**
     * Block 0 stores vectors of equal elements; block 1 counts the vectors that it loads with
     * unequal elements. {@code LOAD}, {@code STORE}, {@code TYPE} and the registers vary.
     */
    private static final String RACE =
            """
            .visible .entry race(.param .u64 cell, .param .u64 torn, .param .u32 rounds) {
                .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .TYPE %a, %b<4>;
                ld.param.u64 %rd1, [cell]; ld.param.u64 %rd2, [torn]; ld.param.u32 %r1, [rounds];
                mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; mov.u32 %r3, 0; mov.u32 %r4, 0;
            AGAIN:
                add.u32 %r3, %r3, 1;
                @%p1 bra LOAD;
                CONVERT %a, %r3;
                STORE [%rd1], {ALIKE};
                bra NEXT;
            LOAD:
                LOAD {ELEMENTS}, [%rd1];
                COUNT
            NEXT:
                setp.lt.u32 %p2, %r3, %r1;
                @%p2 bra AGAIN;
                @%p1 st.global.u32 [%rd2], %r4;
                ret;
            }
            """;

    @ParameterizedTest
    @CsvSource({
        "global, 2, b32",
        "global, 2, b16",
        "global, 4, b16",
        "relaxed.gpu.global, 2, b32",
        "volatile.global, 2, b32",
        "volatile, 2, b32",
        "relaxed.gpu.global, 4, b32",
        "volatile, 4, b32",
        "volatile.global, 2, b64",
        "relaxed.sys.global, 2, b64"
    })
    void shouldNeverBeSeenByHalves(String manner, int elements, String type) {
        String access = "." + manner + ".v" + elements + "." + type;
        String text =
                RACE.replace("LOAD {", "ld" + access + " {")
                        .replace("STORE", "st" + access)
                        .replace("TYPE", type)
                        .replace("CONVERT", "cvt.u" + type.substring(1) + ".u32")
                        .replace("ALIKE", joined(elements, _ -> "%a", ", "))
                        .replace("ELEMENTS", joined(elements, i -> "%b" + i, ", "))
                        .replace("COUNT", joined(elements, i -> count(i, type), "\n    "));
        long torn = ints(0);
        run(kernel(text, "race"), 2, 1, ints(0, 0, 0, 0), torn, ROUNDS);
        assertThat(ints(torn, 1)).as("torn reads").containsExactly(0);
    }

    private static String joined(
            int elements, java.util.function.IntFunction<String> text, String between) {
        return IntStream.range(0, elements).mapToObj(text).collect(Collectors.joining(between));
    }

    private static String count(int element, String type) {
        return "setp.ne.%s %%p2, %%b0, %%b%d; @%%p2 add.u32 %%r4, %%r4, 1;"
                .formatted(type, element);
    }
}
