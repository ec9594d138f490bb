package dev.hira.sim.interpret;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.ops.Operation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * The representation of values of all carriers as longs: integers with zeros above, floating-point
 * numbers by their bits, predicates as 0 and 1.
 */
final class Bits {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final float LEAST_NORMAL = Float.MIN_NORMAL;

    private Bits() {}

    /** Returns an operation adapted to take its operands and return its result as longs. */
    static MethodHandle onLongs(Operation operation) {
        MethodHandle handle = operation.handle();
        List<MethodHandle> readers = new ArrayList<>();
        for (Class<?> parameter : handle.type().parameterList()) {
            readers.add(reader(parameter, operation.flush()));
        }
        MethodHandle reading =
                MethodHandles.filterArguments(handle, 0, readers.toArray(MethodHandle[]::new));
        return MethodHandles.filterReturnValue(
                reading,
                writer(handle.type().returnType(), operation.flush(), operation.saturate()));
    }

    private static MethodHandle reader(Class<?> type, boolean flush) {
        if (type == float.class) {
            return find(flush ? "flushed" : "asFloat", float.class, long.class);
        }
        return switch (carrier(type)) {
            case BOOLEAN -> find("asBoolean", boolean.class, long.class);
            case INT -> find("asInt", int.class, long.class);
            case LONG -> MethodHandles.identity(long.class);
            case FLOAT -> find("asFloat", float.class, long.class);
            case DOUBLE -> find("asDouble", double.class, long.class);
        };
    }

    private static MethodHandle writer(Class<?> type, boolean flush, boolean saturate) {
        if (type == float.class && (flush || saturate)) {
            MethodHandle plain = find("of", long.class, float.class);
            MethodHandle writer =
                    flush
                            ? MethodHandles.filterArguments(
                                    plain, 0, find("flush", float.class, float.class))
                            : plain;
            return saturate
                    ? MethodHandles.filterArguments(
                            writer, 0, find("saturate", float.class, float.class))
                    : writer;
        }
        if (type == double.class && saturate) {
            return MethodHandles.filterArguments(
                    find("of", long.class, double.class),
                    0,
                    find("saturate", double.class, double.class));
        }
        return type == long.class
                ? MethodHandles.identity(long.class)
                : find("of", long.class, type);
    }

    private static Carrier carrier(Class<?> type) {
        return type == boolean.class
                ? Carrier.BOOLEAN
                : type == int.class
                        ? Carrier.INT
                        : type == long.class
                                ? Carrier.LONG
                                : type == float.class ? Carrier.FLOAT : Carrier.DOUBLE;
    }

    private static MethodHandle find(String name, Class<?> result, Class<?> parameter) {
        try {
            return LOOKUP.findStatic(Bits.class, name, MethodType.methodType(result, parameter));
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("There is no " + name + " here.", missing);
        }
    }

    static boolean asBoolean(long bits) {
        return bits != 0;
    }

    static int asInt(long bits) {
        return (int) bits;
    }

    static float asFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double asDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long of(boolean value) {
        return value ? 1 : 0;
    }

    static long of(int value) {
        return Integer.toUnsignedLong(value);
    }

    static long of(float value) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
    }

    static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** Returns a number with denormals replaced by zero of their sign. */
    static float flushed(long bits) {
        return flush(asFloat(bits));
    }

    static float flush(float value) {
        return Math.abs(value) < LEAST_NORMAL ? Math.copySign(0.0f, value) : value;
    }

    /** Clamps to 0..1; NaN and -0 become 0. */
    static float saturate(float value) {
        return value > 0 ? Math.min(value, 1.0f) : 0.0f;
    }

    static double saturate(double value) {
        return value > 0 ? Math.min(value, 1.0) : 0.0;
    }
}
