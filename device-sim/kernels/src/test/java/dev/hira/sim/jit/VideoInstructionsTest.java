package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Video instructions on words, in both engines, against unbounded integers. */
final class VideoInstructionsTest {
    private static final int[] EDGES = {
        0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x80ff7f01, 31, 32
    };
    private static final int THREADS = 512;
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(32);

    /**
     * Returns code that sets %r10, %r11 and %r12 to edge values, by three bits of the thread's
     * number each.
     */
    private static String edges() {
        StringBuilder text =
                new StringBuilder("mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r12, 0;\n");
        for (int source = 0; source < 3; source++) {
            text.append("shr.u32 %r20, %r5, ").append(3 * source).append("; ");
            text.append("and.b32 %r20, %r20, 7;\n");
            for (int i = 0; i < EDGES.length; i++) {
                text.append("setp.eq.u32 %p1, %r20, ").append(i).append("; selp.b32 %r1");
                text.append(source).append(", ").append(EDGES[i]).append(", %r1").append(source);
                text.append(", %p1;\n");
            }
        }
        return text.toString();
    }

    /** Runs instructions; each stores its results after those of the previous one. */
    private static JitFixture.Result run(List<String> instructions) {
        StringBuilder body = new StringBuilder(edges());
        for (int i = 0; i < instructions.size(); i++) {
            body.append(instructions.get(i)).append(" st.global.u32 [%rd5+");
            body.append(4 * THREADS * i).append("], %r13;\n");
        }
        return JitFixture.body(body + "ret;").blocks(8, 64).agree(0);
    }

    private static int edge(int thread, int source) {
        return EDGES[(thread >> (3 * source)) & 7];
    }

    /** Returns the types of the sources, and which of the three are negated. */
    static Stream<String> products() {
        return Stream.of("u32.u32", "u32.s32", "s32.u32", "s32.s32")
                .flatMap(types ->
                        Stream.of("   ", "-  ", " - ", "-- ", "  -", ".po")
                                .map(signs -> types + signs));
    }

    @ParameterizedTest
    @MethodSource("products")
    void shouldMultiplyAndAdd(String spelled) {
        String types = spelled.substring(0, 7);
        boolean plusOne = spelled.endsWith(".po");
        String signs = plusOne ? "   " : spelled.substring(7);
        boolean unsigned = types.equals("u32.u32") && signs.isBlank();
        List<String> modifiers =
                Stream.of("", ".sat", ".shr7", ".shr15", ".sat.shr7", ".sat.shr15")
                        .map(rest -> types + (plusOne ? ".po" : "") + rest)
                        .toList();
        compare(
                modifiers.stream()
                        .map(one ->
                                "vmad.%s.%s %%r13, %s%%r10, %s%%r11, %s%%r12;"
                                        .formatted(
                                                unsigned ? "u32" : "s32",
                                                one,
                                                signs.substring(0, 1).trim(),
                                                signs.substring(1, 2).trim(),
                                                signs.substring(2).trim()))
                        .toList(),
                (place, thread) -> product(thread, modifiers.get(place), signs));
    }

    private static int product(int thread, String modifiers, String signs) {
        boolean turned = signs.charAt(0) != signs.charAt(1);
        boolean lessThird = signs.charAt(2) == '-';
        boolean unsigned = modifiers.startsWith("u32.u32");
        boolean signed = !unsigned || turned || lessThird;
        BigInteger sum =
                whole(edge(thread, 0), modifiers.startsWith("s"))
                        .multiply(whole(edge(thread, 1), modifiers.startsWith("s", 4)));
        sum = turned ? sum.negate() : sum;
        int third = edge(thread, 2);
        // A negated operand is inverted bit by bit before it is extended.
        sum =
                lessThird
                        ? sum.add(BigInteger.valueOf(~third)).add(BigInteger.ONE)
                        : sum.add(whole(third, signed));
        sum = modifiers.contains(".po") ? sum.add(BigInteger.ONE) : sum;
        int scale = modifiers.contains("shr15") ? 15 : modifiers.contains("shr7") ? 7 : 0;
        sum = sum.shiftRight(scale);
        return (modifiers.contains("sat") ? clamped(sum, signed, 32) : sum).intValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"u32.u32.u32", "s32.s32.u32", "u32.s32.u32", "s32.u32.u32"})
    void shouldShift(String types) {
        List<String> spelled =
                Stream.of("vshl.", "vshr.")
                        .flatMap(opcode ->
                                Stream.of(".clamp", ".wrap", ".sat.clamp", ".sat.wrap")
                                        .map(rest -> opcode + types + rest))
                        .toList();
        compare(
                spelled.stream().map(one -> one + " %r13, %r10, %r11;").toList(),
                (place, thread) -> shifted(spelled.get(place), edge(thread, 0), edge(thread, 1)));
    }

    private static int shifted(String spelled, int a, int b) {
        boolean signed = spelled.startsWith("s", 5);
        BigInteger value = whole(a, spelled.startsWith("s", 9));
        int by = spelled.endsWith("wrap") ? b & 31 : (int) Math.min(Integer.toUnsignedLong(b), 32);
        BigInteger shifted =
                spelled.startsWith("vshl") ? value.shiftLeft(by) : value.shiftRight(by);
        return (spelled.contains("sat") ? clamped(shifted, signed, 32) : shifted).intValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"u32.u32.", "s32.s32.", "u32.s32.", "s32.u32."})
    void shouldCompare(String types) {
        List<String> spelled =
                Stream.of("eq", "ne", "lt", "le", "gt", "ge").map(types::concat).toList();
        compare(
                spelled.stream().map(one -> "vset." + one + " %r13, %r10, %r11;").toList(),
                (place, thread) -> holds(spelled.get(place), thread));
        compare(
                spelled.stream()
                        .map(one -> "vset." + one + ".add %r13, %r10, %r11, %r12;")
                        .toList(),
                (place, thread) -> holds(spelled.get(place), thread) + edge(thread, 2));
        compare(
                spelled.stream().map(one -> "vset." + one + " %r13.b2, %r10, %r11, %r12;").toList(),
                (place, thread) ->
                        (edge(thread, 2) & 0xff00ffff) | (holds(spelled.get(place), thread) << 16));
    }

    private static int holds(String spelled, int thread) {
        int order =
                whole(edge(thread, 0), spelled.startsWith("s"))
                        .compareTo(whole(edge(thread, 1), spelled.startsWith("s", 4)));
        boolean holds =
                switch (spelled.substring(8)) {
                    case "eq" -> order == 0;
                    case "ne" -> order != 0;
                    case "lt" -> order < 0;
                    case "le" -> order <= 0;
                    case "gt" -> order > 0;
                    default -> order >= 0;
                };
        return holds ? 1 : 0;
    }

    /** Returns opcodes with the types of the result and the sources. */
    static Stream<String> words() {
        return Stream.of("vadd.", "vsub.", "vabsdiff.", "vmin.", "vmax.")
                .flatMap(opcode ->
                        Stream.of(
                                        "u32.u32.u32",
                                        "s32.s32.s32",
                                        "u32.s32.s32",
                                        "s32.u32.s32",
                                        "u32.s32.u32")
                                .map(opcode::concat));
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldComputeClampAndCombine(String opcode) {
        List<String> spelled =
                Stream.of("", ".sat", ".sat.add", ".min", ".max").map(opcode::concat).toList();
        compare(
                spelled.stream()
                        .map(one -> one + " %r13, %r10, %r11" + (hasThird(one) ? ", %r12;" : ";"))
                        .toList(),
                (place, thread) -> combined(spelled.get(place), thread));
    }

    private static boolean hasThird(String spelled) {
        return spelled.endsWith(".add") || spelled.endsWith(".min") || spelled.endsWith(".max");
    }

    private static int combined(String spelled, int thread) {
        List<String> words = List.of(spelled.split("\\."));
        boolean signed = words.get(1).equals("s32");
        BigInteger a = whole(edge(thread, 0), words.get(2).equals("s32"));
        BigInteger b = whole(edge(thread, 1), words.get(3).equals("s32"));
        BigInteger exact =
                switch (words.getFirst()) {
                    case "vadd" -> a.add(b);
                    case "vsub" -> a.subtract(b);
                    case "vabsdiff" -> a.subtract(b).abs();
                    case "vmin" -> a.min(b);
                    default -> a.max(b);
                };
        int first = (words.contains("sat") ? clamped(exact, signed, 32) : exact).intValue();
        BigInteger one = whole(first, signed);
        BigInteger third = whole(edge(thread, 2), signed);
        return switch (words.getLast()) {
            case "add" -> first + edge(thread, 2);
            case "min" -> one.min(third).intValue();
            case "max" -> one.max(third).intValue();
            default -> first;
        };
    }

    @Test
    void shouldPutResultsInPartsOfTheThirdSource() {
        compare(
                "vsub.s32.s32.s32.sat %r13.b1, %r10.b0, %r11.h1, %r12;",
                thread -> {
                    int difference = (byte) edge(thread, 0) - (edge(thread, 1) >> 16);
                    int clamped = Math.clamp(difference, -128, 127);
                    return (edge(thread, 2) & 0xffff00ff) | ((clamped & 0xff) << 8);
                });
        compare(
                "vshl.u32.u32.u32.sat.clamp %r13.h0, %r10.h1, %r11.b0, %r12;",
                thread -> {
                    long shifted =
                            (long) (edge(thread, 0) >>> 16) << Math.min(edge(thread, 1) & 0xff, 32);
                    int clamped = (int) Math.min(shifted, 0xffff);
                    return (edge(thread, 2) & 0xffff0000) | clamped;
                });
    }

    private static void compare(String instruction, IntUnaryOperator expected) {
        compare(List.of(instruction), (_, thread) -> expected.applyAsInt(thread));
    }

    /**
     * Runs instructions.
     *
     * @param expected the result by place of an instruction and thread
     */
    private static void compare(List<String> instructions, IntBinaryOperator expected) {
        JitFixture.Result result = run(instructions);
        assertThat(result.fault()).isNull();
        for (int place = 0; place < instructions.size(); place++) {
            for (int thread = 0; thread < THREADS; thread++) {
                assertThat(result.result(THREADS * place + thread))
                        .as("thread %d: %s", thread, instructions.get(place))
                        .isEqualTo(expected.applyAsInt(place, thread));
            }
        }
    }

    private static BigInteger whole(int word, boolean signed) {
        BigInteger value = BigInteger.valueOf(word);
        return signed ? value : value.mod(WORD);
    }

    private static BigInteger clamped(BigInteger value, boolean signed, int bits) {
        BigInteger range = BigInteger.ONE.shiftLeft(bits);
        BigInteger least = signed ? range.shiftRight(1).negate() : BigInteger.ZERO;
        return value.max(least).min(least.add(range).subtract(BigInteger.ONE));
    }
}
