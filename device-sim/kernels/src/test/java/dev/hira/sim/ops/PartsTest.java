package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks parts of wider numbers, words packed from parts, and arithmetic on parts. */
class PartsTest {
    static Stream<String> carrying() {
        return InstructionTexts.expanded(
                "{add,addc,sub,subc,mad.lo,mad.hi,madc.lo,madc.hi}.cc.{u32,s32,u64,s64}")
                .stream();
    }

    /**
     * The carry is the part of an unbounded result beyond the width. A difference is the sum with
     * the complement and 1, as in hardware: its carry is set when it does not borrow.
     */
    @ParameterizedTest
    @MethodSource("carrying")
    void shouldComputeValueAndCarry(String text) {
        List<String> words = List.of(text.split("(?=\\.)"));
        List<String> modifiers = words.subList(1, words.size());
        Operation value = Objects.requireNonNull(Operations.value(words.get(0), modifiers));
        Operation carry = Objects.requireNonNull(Operations.carryOut(words.get(0), modifiers));
        ScalarType type = value.result();

        Checks.compare(
                text, value, a -> unbounded(words, type, a).longValue() & Samples.mask(type));
        Checks.compare(
                text + " carries",
                carry,
                a -> {
                    BigInteger result = unbounded(words, type, a);
                    return result.bitLength() > type.bits() ? 1 : 0;
                });
    }

    private static BigInteger unbounded(List<String> words, ScalarType type, long[] a) {
        String opcode = words.get(0);
        int bits = type.bits();
        BigInteger carry =
                opcode.endsWith("c") ? BigInteger.valueOf(a[a.length - 1]) : BigInteger.ZERO;
        ScalarType unsigned = bits == 32 ? ScalarType.U32 : ScalarType.U64;
        BigInteger first = Values.whole(unsigned, a[0]);
        BigInteger second = Values.whole(unsigned, a[1]);
        if (opcode.startsWith("add")) {
            return first.add(second).add(carry);
        }
        if (opcode.startsWith("sub")) {
            BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
            BigInteger one = opcode.equals("sub") ? BigInteger.ONE : carry;
            return first.add(second.xor(ones)).add(one);
        }
        BigInteger product = Values.whole(type, a[0]).multiply(Values.whole(type, a[1]));
        BigInteger part = words.contains(".hi") ? product.shiftRight(bits) : product;
        return part.mod(BigInteger.ONE.shiftLeft(bits))
                .add(Values.whole(unsigned, a[2]))
                .add(carry);
    }

    @ParameterizedTest
    @CsvSource({"B16,B8", "B32,B16", "B32,B8", "B64,B32", "B64,B16"})
    void shouldUnpackPackedParts(ScalarType whole, ScalarType part) {
        Operation pack = Objects.requireNonNull(Operations.pack(whole, part));
        int parts = whole.bits() / part.bits();
        assertThat(pack.sources()).hasSize(parts).containsOnly(part);
        Checks.compare(
                "pack",
                pack,
                a -> {
                    long word = 0;
                    for (int i = 0; i < parts; i++) {
                        word |= a[i] << (i * part.bits());
                    }
                    return word;
                });
        for (int i = 0; i < parts; i++) {
            int shift = i * part.bits();
            Checks.compare(
                    "unpack",
                    Objects.requireNonNull(Operations.unpack(whole, part, i)),
                    a -> a[0] >>> shift & Samples.mask(part));
        }
    }

    @Test
    void shouldNotPackDivisionsThatPtxLacks() {
        assertThat(Operations.pack(ScalarType.B64, ScalarType.B8)).isNull();
        assertThat(Operations.pack(ScalarType.B8, ScalarType.B32)).isNull();
        assertThat(Operations.unpack(ScalarType.B32, ScalarType.B16, 2)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "add.u16x2",
                "add.s16x2",
                "min.u16x2",
                "max.u16x2",
                "min.s16x2",
                "max.s16x2",
                "min.relu.s16x2",
                "max.relu.s16x2"
            })
    void shouldComputeBothHalves(String text) {
        ScalarType half = Samples.half(Checks.operation(text).result());
        Checks.compare(
                text,
                a ->
                        half(text, half, a[0] & 0xffff, a[1] & 0xffff)
                                | half(text, half, a[0] >>> 16, a[1] >>> 16) << 16);
    }

    private static long half(String text, ScalarType type, long first, long second) {
        BigInteger a = Values.whole(type, first);
        BigInteger b = Values.whole(type, second);
        BigInteger result =
                switch (text.substring(0, 3)) {
                    case "add" -> a.add(b);
                    case "min" -> a.min(b);
                    default -> a.max(b);
                };
        BigInteger kept = text.contains("relu") ? result.max(BigInteger.ZERO) : result;
        return kept.longValue() & 0xffff;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u16.s32",
                "s16.s32",
                "u8.s32.b32",
                "s8.s32.b32",
                "u4.s32.b32",
                "s4.s32.b32",
                "u2.s32.b32",
                "s2.s32.b32"
            })
    void shouldPackClampedIntegers(String types) {
        int bits = Integer.parseInt(types.replaceAll("^.(\\d+).*", "$1"));
        boolean signed = types.startsWith("s");
        Checks.compare(
                "cvt.pack.sat." + types,
                a -> {
                    long low = clamped((int) a[1], bits, signed);
                    long high = clamped((int) a[0], bits, signed) << bits;
                    long above = a.length > 2 ? a[2] << (2 * bits) : 0;
                    return (above | high | low) & 0xffffffffL;
                });
    }

    private static long clamped(int value, int bits, boolean signed) {
        long least = signed ? -1L << (bits - 1) : 0;
        long mask = (1L << bits) - 1;
        return Math.clamp((long) value, least, least + mask) & mask;
    }

    static Stream<String> pairs() {
        return InstructionTexts.expanded("cvt.{rn,rz}{,.relu}.{f16x2,bf16x2}.f32").stream();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldPutTheFirstOfTwoFloatsIntoTheHighHalf(String text) {
        Operation one = Checks.operation(text.replace("x2", ""));
        Checks.compare(
                text,
                a ->
                        Checks.call(Checks.spread(one), one, a[0]) << 16
                                | Checks.call(Checks.spread(one), one, a[1]));
    }

    @Test
    void shouldRefuseHandles() {
        for (ScalarType type : ScalarType.values()) {
            if (type.kind() == Kind.HANDLE) {
                assertThat(Operations.find("add", List.of(type.suffix()))).isNull();
            }
        }
    }
}
