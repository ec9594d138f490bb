package dev.hira.sim.ptx.model;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Types of registers, variables and instructions. */
public enum ScalarType {
    PRED(1, Kind.PREDICATE),
    B8(8, Kind.BITS),
    B16(16, Kind.BITS),
    B32(32, Kind.BITS),
    B64(64, Kind.BITS),
    B128(128, Kind.BITS),
    U8(8, Kind.UNSIGNED),
    U16(16, Kind.UNSIGNED),
    U32(32, Kind.UNSIGNED),
    U64(64, Kind.UNSIGNED),
    S8(8, Kind.SIGNED),
    S16(16, Kind.SIGNED),
    S32(32, Kind.SIGNED),
    S64(64, Kind.SIGNED),
    F16(16, Kind.FLOAT),
    F32(32, Kind.FLOAT),
    F64(64, Kind.FLOAT),
    BF16(16, Kind.FLOAT),
    F16X2(32, Kind.PAIR),
    BF16X2(32, Kind.PAIR),
    TF32(32, Kind.FLOAT),
    U16X2(32, Kind.PAIR),
    S16X2(32, Kind.PAIR),
    E4M3X2(16, Kind.PAIR),
    E5M2X2(16, Kind.PAIR),
    TEXREF(64, Kind.HANDLE),
    SAMPLERREF(64, Kind.HANDLE),
    SURFREF(64, Kind.HANDLE);

    private static final Map<String, ScalarType> BY_SUFFIX =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(t -> t.suffix, t -> t));

    private final int bits;
    private final Kind kind;
    private final String suffix;

    ScalarType(int bits, Kind kind) {
        this.bits = bits;
        this.kind = kind;
        this.suffix = "." + name().toLowerCase(Locale.ROOT);
    }

    /** How a type interprets its bits. */
    public enum Kind {
        PREDICATE,
        BITS,
        UNSIGNED,
        SIGNED,
        FLOAT,
        PAIR,
        HANDLE
    }

    /** The width of a value in bits. */
    public int bits() {
        return bits;
    }

    /** The size of a value in memory, in bytes. */
    public int bytes() {
        return Math.max(1, bits / 8);
    }

    public Kind kind() {
        return kind;
    }

    /** The PTX spelling, with the dot. */
    public String suffix() {
        return suffix;
    }

    /** Returns the type with this PTX spelling, or null. */
    public static @Nullable ScalarType of(String suffix) {
        return BY_SUFFIX.get(suffix);
    }
}
