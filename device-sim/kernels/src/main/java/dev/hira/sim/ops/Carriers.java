package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.lang.invoke.MethodType;
import java.util.List;

/** The Java types that hold values of PTX types. */
public final class Carriers {
    private Carriers() {}

    /** Returns the carrier of a value; refuses types without one (b128, handles). */
    public static Class<?> of(ScalarType type) {
        return switch (type) {
            case PRED -> boolean.class;
            case B8, U8, S8, B16, U16, S16, F16, BF16, E4M3X2, E5M2X2 -> int.class;
            case B32, U32, S32, F16X2, BF16X2, U16X2, S16X2 -> int.class;
            case B64, U64, S64 -> long.class;
            case F32, TF32 -> float.class;
            case F64 -> double.class;
            case B128, TEXREF, SAMPLERREF, SURFREF ->
                    throw new IllegalArgumentException(
                            "no instruction computes with values of type " + type.suffix());
        };
    }

    static boolean has(ScalarType type) {
        return type != ScalarType.B128 && type.kind() != ScalarType.Kind.HANDLE;
    }

    static MethodType method(List<ScalarType> sources, ScalarType result) {
        return MethodType.methodType(of(result), sources.stream().map(Carriers::of).toList());
    }
}
