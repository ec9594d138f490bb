package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Video instructions on halves and bytes of words, in both engines. */
final class VideoVectorsTest {
    private static final int[] EDGES = {0, -1, 0x80ff_7f01, 0x7fff_8000, 0x0001_ffff, 0x1234_fedc};
    private static final int THREADS = 256;

    private static int edge(int thread, int source) {
        int[] places = {thread % 6, thread / 6 % 6, thread / 36 % 6};
        return EDGES[places[source]];
    }

    /**
     * Runs an instruction on {@code %r10}, {@code %r11} and {@code %r12}, each one of the edges.
     */
    private static JitFixture.Result run(String instruction) {
        StringBuilder body = new StringBuilder("mov.u32 %r9, %r5;\n");
        for (int source = 0; source < 3; source++) {
            body.append("rem.u32 %r8, %r9, 6; div.u32 %r9, %r9, 6;\n");
            for (int i = 0; i < EDGES.length; i++) {
                body.append("setp.eq.u32 %p1, %r8, ").append(i);
                body.append("; @%p1 mov.u32 %r1").append(source).append(", ").append(EDGES[i]);
                body.append(";\n");
            }
        }
        body.append(instruction).append(" st.global.u32 [%rd5], %r13; ret;");
        return JitFixture.body(body.toString()).blocks(4, 64).agree(0);
    }

    static Stream<String> types() {
        return Stream.of("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax")
                .flatMap(opcode -> Stream.of("2.", "4.").map(opcode::concat))
                .flatMap(opcode ->
                        Stream.of(
                                        "u32.u32.u32",
                                        "s32.s32.s32.sat",
                                        "u32.s32.u32",
                                        "s32.u32.s32",
                                        "s32.s32.u32.sat",
                                        "u32.u32.s32.add")
                                .map(opcode::concat));
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldComputeEveryPart(String name) {
        compare(name, "", "", "");
    }

    @ParameterizedTest
    @CsvSource({
        "vadd2.s32.s32.s32, .h1, .h03, .h21",
        "vsub2.u32.u32.u32.sat, .h0, '', .h10",
        "vmax2.s32.u32.s32, .h10, .h32, .h32",
        "vabsdiff4.u32.u32.u32, .b20, .b7043, .b1111",
        "vavrg4.s32.s32.s32.add, .b321, .b0123, ''",
        "vmin4.u32.s32.u32.sat, .b3210, .b7654, .b0246",
        "vset2.s32.u32.lt, .h0, .h30, .h12",
        "vset4.u32.u32.ge.add, .b31, .b4567, .b0000",
        "vset2.u32.u32.lt, '', '', ''",
        "vset4.s32.s32.ge, '', '', ''"
    })
    void shouldChooseParts(String name, String mask, String left, String right) {
        compare(name, mask, left, right);
    }

    private static void compare(String name, String mask, String left, String right) {
        JitFixture.Result result =
                run("%s %%r13%s, %%r10%s, %%r11%s, %%r12;".formatted(name, mask, left, right));
        assertThat(result.fault()).isNull();
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(result.result(thread))
                    .as("%s of thread %d", name, thread)
                    .isEqualTo(expected(name, mask, left, right, thread));
        }
    }

    private static int expected(String name, String mask, String left, String right, int thread) {
        List<String> words = List.of(name.split("\\."));
        int parts = words.getFirst().endsWith("2") ? 2 : 4;
        int bits = 32 / parts;
        boolean compares = words.getFirst().startsWith("vset");
        int types = compares ? 1 : 2;
        boolean adds = words.contains("add");
        int result = edge(thread, 2);
        for (int part = 0; part < parts; part++) {
            if (!mask.isEmpty() && mask.indexOf('0' + part) < 0) {
                continue;
            }
            long a = part(chosen(left, part, 0), words.get(types), bits, thread);
            long b = part(chosen(right, part, parts), words.get(types + 1), bits, thread);
            long one = computed(compares ? words.get(3) : words.getFirst(), a, b);
            if (words.contains("sat")) {
                long least = words.get(1).equals("s32") ? -1L << (bits - 1) : 0;
                one = Math.clamp(one, least, least + (1L << bits) - 1);
            }
            int place = part * bits;
            int ones = ((1 << bits) - 1) << place;
            result = adds ? result + (int) one : (result & ~ones) | ((int) one << place & ones);
        }
        return result;
    }

    private static int chosen(String selector, int part, int first) {
        return selector.isEmpty()
                ? first + part
                : selector.charAt(selector.length() - 1 - part) - '0';
    }

    private static long part(int index, String type, int bits, int thread) {
        int parts = 32 / bits;
        int word = edge(thread, index / parts) >>> (index % parts * bits) << (32 - bits);
        return type.equals("s32") ? word >> (32 - bits) : word >>> (32 - bits);
    }

    private static long computed(String word, long a, long b) {
        return switch (word.replaceAll("\\d", "")) {
            case "vadd" -> a + b;
            case "vsub" -> a - b;
            case "vavrg" -> a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
            case "vabsdiff" -> Math.abs(a - b);
            case "vmin" -> Math.min(a, b);
            case "vmax" -> Math.max(a, b);
            case "lt" -> a < b ? 1 : 0;
            default -> a >= b ? 1 : 0;
        };
    }
}
