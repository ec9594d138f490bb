package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** Sample values: all combinations of a type's edge cases, then random ones. */
final class Samples {
    private static final long SEED = 0x48697261;
    private static final int RANDOM = 3000;
    private static final int COMBINED = 14;

    private static final Map<List<ScalarType>, List<long[]>> KNOWN = new ConcurrentHashMap<>();
    private static final Map<ScalarType, long[]> EDGES = new ConcurrentHashMap<>();

    private static final long[] WHOLES = {
        0,
        1,
        2,
        3,
        7,
        8,
        15,
        16,
        31,
        32,
        33,
        63,
        64,
        127,
        128,
        255,
        256,
        0x7fff,
        0x8000,
        0xffff,
        0x7fffffffL,
        0x80000000L,
        0x80000001L,
        0xffffffffL,
        0x100000000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -1,
        -2,
        -3,
        -128,
        -129,
        0x5555555555555555L
    };

    private static final double[] REALS = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        1.5,
        -2.5,
        3,
        0x1.fffffep-1,
        255.5,
        65504,
        65520,
        448,
        464,
        0x1.d00002p8,
        -480,
        57344,
        -61440,
        0x1p-9,
        0x1p-10,
        -0x1.8p-10,
        0x1p-16,
        -0x1p-17,
        0x1.000002p-17,
        17,
        19,
        9,
        0x1p31,
        -0x1p31,
        0x1.fffffep31,
        0x1p63,
        -0x1p63,
        0x1p64,
        0x1p-24,
        0x1p-14,
        0x1.ffcp-15,
        0x1p-126,
        0x1p-149,
        -0x1p-149,
        0x1.fffffcp-127,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        0x1p-1022,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        0x1.000002p0,
        0x1.0000000000001p0
    };

    private Samples() {}

    /** Returns arguments for sources of these types, as bits. */
    static List<long[]> of(List<ScalarType> types) {
        return KNOWN.computeIfAbsent(types, Samples::make);
    }

    private static List<long[]> make(List<ScalarType> types) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> samples = new ArrayList<>();
        combine(types, new long[types.size()], 0, samples);
        for (int i = 0; i < RANDOM; i++) {
            samples.add(types.stream().mapToLong(type -> random(type, random)).toArray());
        }
        return samples;
    }

    private static void combine(
            List<ScalarType> types, long[] arguments, int index, List<long[]> samples) {
        if (index == types.size()) {
            samples.add(arguments.clone());
            return;
        }
        long[] edges = edges(types.get(index));
        int step = types.size() < 3 ? 1 : Math.max(1, edges.length / COMBINED);
        for (int i = 0; i < edges.length; i += step) {
            arguments[index] = edges[i];
            combine(types, arguments, index + 1, samples);
        }
    }

    private static long[] edges(ScalarType type) {
        return EDGES.computeIfAbsent(type, Samples::makeEdges);
    }

    private static long[] makeEdges(ScalarType type) {
        return switch (type) {
            case PRED -> new long[] {0, 1};
            case F16, BF16, F32, TF32, F64 ->
                    Arrays.stream(REALS).mapToLong(real -> bits(type, real)).distinct().toArray();
            case F16X2, BF16X2 -> pairs(makeEdges(half(type)));
            default -> Arrays.stream(WHOLES).map(w -> w & mask(type)).distinct().toArray();
        };
    }

    private static long[] pairs(long[] halves) {
        long[] pairs = new long[halves.length];
        for (int i = 0; i < halves.length; i++) {
            pairs[i] = halves[i] | halves[(i * 7 + 3) % halves.length] << 16;
        }
        return pairs;
    }

    static ScalarType half(ScalarType pair) {
        return switch (pair) {
            case F16X2 -> ScalarType.F16;
            case BF16X2 -> ScalarType.BF16;
            case U16X2 -> ScalarType.U16;
            default -> ScalarType.S16;
        };
    }

    private static long bits(ScalarType type, double real) {
        if (Double.isNaN(real)) {
            return Values.format(type).infinity() + 1;
        }
        if (Double.isInfinite(real)) {
            return Values.format(type).infinity() | (real < 0 ? Values.format(type).sign() : 0);
        }
        long rounded = Values.format(type).round(Exact.of(real), Exact.Direction.NEAREST_EVEN);
        return real == 0 && 1 / real < 0 ? Values.format(type).sign() : rounded;
    }

    static long random(ScalarType type, SplittableRandom random) {
        if (type.kind() == ScalarType.Kind.FLOAT && random.nextInt(3) == 0) {
            return bits(type, random.nextInt(4000) * random.nextDouble(-1, 1));
        }
        long[] edges = edges(type);
        return switch (random.nextInt(4)) {
            case 0 -> edges[random.nextInt(edges.length)];
            case 1 -> random.nextLong() >>> random.nextInt(64) & mask(type);
            default -> random.nextLong() & mask(type);
        };
    }

    static long mask(ScalarType type) {
        return -1L >>> (64 - type.bits());
    }
}
