package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks fields, permutations and tables of bits against loops over single bits, as PTX defines
 * them.
 */
class BitFieldTest {
    @ParameterizedTest
    @ValueSource(strings = {"bfe.u32", "bfe.s32", "bfe.u64", "bfe.s64"})
    void shouldExtractFields(String text) {
        ScalarType type = Checks.operation(text).result();
        int last = type.bits() - 1;
        Checks.compare(
                text,
                a -> {
                    int position = (int) a[1] & 0xff;
                    int length = (int) a[2] & 0xff;
                    boolean signed = type.kind() == Kind.SIGNED && length > 0;
                    long fill = signed ? bit(a[0], Math.min(position + length - 1, last)) : 0;
                    long result = 0;
                    for (int i = 0; i <= last; i++) {
                        boolean within = i < length && position + i <= last;
                        result |= (within ? bit(a[0], position + i) : fill) << i;
                    }
                    return result;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"bfi.b32", "bfi.b64"})
    void shouldInsertFields(String text) {
        int last = Checks.operation(text).result().bits() - 1;
        Checks.compare(
                text,
                a -> {
                    int position = (int) a[2] & 0xff;
                    int length = (int) a[3] & 0xff;
                    long result = a[1];
                    for (int i = 0; i < length && position + i <= last; i++) {
                        result &= ~(1L << (position + i));
                        result |= bit(a[0], i) << (position + i);
                    }
                    return result;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"bmsk.clamp.b32", "bmsk.wrap.b32"})
    void shouldMakeMasks(String text) {
        boolean clamp = text.contains("clamp");
        Checks.compare(
                text,
                a -> {
                    long position = clamp ? a[0] : a[0] & 31;
                    long width = clamp ? a[1] : a[1] & 31;
                    long result = 0;
                    for (long i = position; i < Math.min(32, position + width); i++) {
                        result |= 1L << i;
                    }
                    return result;
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"szext.clamp.u32", "szext.clamp.s32", "szext.wrap.u32", "szext.wrap.s32"})
    void shouldExtendLowBits(String text) {
        boolean clamp = text.contains("clamp");
        Checks.compare(
                text,
                a -> {
                    if (clamp && a[1] > 31) {
                        return a[0];
                    }
                    int width = (int) a[1] & 31;
                    boolean signed = text.endsWith("s32") && width > 0;
                    long fill = signed ? bit(a[0], width - 1) : 0;
                    long result = 0;
                    for (int i = 0; i < 32; i++) {
                        result |= (i < width ? bit(a[0], i) : fill) << i;
                    }
                    return result;
                });
    }

    @Test
    void shouldFindTheNthSetBit() {
        Checks.compare(
                "fns.b32",
                a -> {
                    int n = (int) a[2];
                    int step = n >= 0 ? 1 : -1;
                    int missing = n == 0 ? 1 : Math.abs(n);
                    for (long at = a[1]; at >= 0 && at < 32; at += step) {
                        missing -= (int) bit(a[0], (int) at);
                        if (missing == 0 && bit(a[0], (int) at) == 1) {
                            return at;
                        }
                        if (n == 0) {
                            break;
                        }
                    }
                    return 0xffffffffL;
                });
    }

    @Test
    void shouldPermuteBytesBySelectors() {
        Checks.compare("prmt.b32", a -> permuted(a, (int) a[2]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f4e 3210 4321 5432 6543",
                "b4e 5670 6701 7012 0123",
                "rc8 0000 1111 2222 3333",
                "ecl 3210 3211 3222 3333",
                "ecr 0000 1110 2210 3210",
                "rc16 1010 3232 1010 3232"
            })
    void shouldPermuteBytesByModes(String row) {
        String[] words = row.split(" ");
        Checks.compare(
                "prmt.b32." + words[0],
                a -> permuted(a, Integer.parseInt(words[1 + (int) (a[2] & 3)], 16)));
    }

    private static long permuted(long[] a, int selectors) {
        long bytes = a[1] << 32 | a[0];
        long result = 0;
        for (int i = 0; i < 4; i++) {
            int selector = selectors >>> (4 * i) & 15;
            long value = bytes >>> (8 * (selector & 7)) & 0xff;
            boolean sign = selector > 7;
            result |= (sign ? (value > 127 ? 0xff : 0) : value) << (8 * i);
        }
        return result;
    }

    @Test
    void shouldCombineBitsByTheTable() {
        Checks.compare(
                "lop3.b32",
                a -> {
                    long result = 0;
                    for (int i = 0; i < 32; i++) {
                        long row = bit(a[0], i) << 2 | bit(a[1], i) << 1 | bit(a[2], i);
                        result |= bit(a[3], (int) row) << i;
                    }
                    return result;
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"shf.l.clamp.b32", "shf.l.wrap.b32", "shf.r.clamp.b32", "shf.r.wrap.b32"})
    void shouldShiftPairsOfWords(String text) {
        Checks.compare(
                text,
                a -> {
                    long pair = a[1] << 32 | a[0];
                    long amount = text.contains("clamp") ? Math.min(a[2], 32) : a[2] & 31;
                    long shifted = text.contains(".l.") ? pair << amount >>> 32 : pair >>> amount;
                    return shifted & 0xffffffffL;
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dp4a.u32.u32", "dp4a.u32.s32", "dp4a.s32.u32", "dp4a.s32.s32",
                "dp2a.lo.u32.u32", "dp2a.lo.u32.s32", "dp2a.lo.s32.u32", "dp2a.lo.s32.s32",
                "dp2a.hi.u32.u32", "dp2a.hi.u32.s32", "dp2a.hi.s32.u32", "dp2a.hi.s32.s32"
            })
    void shouldSumProductsOfParts(String text) {
        Operation operation = Checks.operation(text);
        boolean four = text.startsWith("dp4a");
        int bits = four ? 8 : 16;
        int first = text.contains(".hi") ? 2 : 0;
        Checks.compare(
                text,
                a -> {
                    long sum = a[2];
                    for (int i = 0; i < (four ? 4 : 2); i++) {
                        sum +=
                                part(operation.sources().get(0), a[0], bits, i)
                                        * part(operation.sources().get(1), a[1], 8, first + i);
                    }
                    return sum & 0xffffffffL;
                });
    }

    private static long part(ScalarType type, long word, int bits, int index) {
        long part = word >>> (bits * index) & (1L << bits) - 1;
        boolean negative = type.kind() == Kind.SIGNED && part >>> (bits - 1) == 1;
        return negative ? part - (1L << bits) : part;
    }

    private static long bit(long word, int index) {
        return word >>> index & 1;
    }
}
