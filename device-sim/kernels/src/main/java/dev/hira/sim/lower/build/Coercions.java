package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ops.Operations;
import dev.hira.sim.ptx.model.ScalarType;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the conversions that instructions imply: it reinterprets bits as another type, narrows
 * wider registers and extends narrower values. Constants are converted during lowering.
 */
public final class Coercions {
    private static final Operation FLOAT_BITS =
            bits(Float.class, "floatToRawIntBits", ScalarType.F32, ScalarType.B32);
    private static final Operation BITS_FLOAT =
            bits(Float.class, "intBitsToFloat", ScalarType.B32, ScalarType.F32);
    private static final Operation DOUBLE_BITS =
            bits(Double.class, "doubleToRawLongBits", ScalarType.F64, ScalarType.B64);
    private static final Operation BITS_DOUBLE =
            bits(Double.class, "longBitsToDouble", ScalarType.B64, ScalarType.F64);

    private final RoutineBuilder code;

    Coercions(RoutineBuilder code) {
        this.code = code;
    }

    private static Operation bits(
            Class<?> owner, String method, ScalarType source, ScalarType result) {
        MethodType type = MethodType.methodType(primitive(result), primitive(source));
        return new Operation(owner, method, type, List.of(source), result, false, false);
    }

    private static Class<?> primitive(ScalarType type) {
        return switch (Carrier.of(type)) {
            case BOOLEAN -> boolean.class;
            case INT -> int.class;
            case LONG -> long.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
        };
    }

    /** Returns an operation that lowering itself needs. */
    public static Operation operation(String opcode, String... modifiers) {
        @Nullable Operation found = Operations.find(opcode, List.of(modifiers));
        if (found == null) {
            throw new IllegalStateException(
                    "There is no operation for " + opcode + String.join("", modifiers) + ".");
        }
        return found;
    }

    /** Computes the result of an operation in a new register. */
    public Register compute(Operation operation, Value... arguments) {
        Register result = code.temporary(operation.result());
        code.add(new Step.Compute(result, operation, Arrays.asList(arguments), code.at()));
        return result;
    }

    /** Negates a predicate. */
    public Value not(Value predicate) {
        return predicate instanceof Value.Constant(long bits, _)
                ? new Value.Constant(bits ^ 1, Carrier.BOOLEAN)
                : compute(operation("not", ".pred"), predicate);
    }

    /** Returns the low bits of a value as a type, from any carrier. */
    public Value fit(Value value, ScalarType type) {
        Carrier wanted = Carrier.of(type);
        if (value.carrier() == wanted && (wanted != Carrier.INT || bits(value) <= type.bits())) {
            return value;
        }
        if (wanted == Carrier.BOOLEAN || value.carrier() == Carrier.BOOLEAN) {
            throw LoweringRefusal.wrong(
                    "A predicate is used as a number, or a number as a predicate.");
        }
        return value instanceof Value.Constant constant
                ? new Value.Constant(constant.bits() & mask(type), wanted)
                : fitRegister(value, type);
    }

    private static int bits(Value value) {
        return value instanceof Register register
                ? register.bits()
                : switch (value.carrier()) {
                    case BOOLEAN -> 1;
                    case INT, FLOAT -> 32;
                    case LONG, DOUBLE -> 64;
                };
    }

    private Value fitRegister(Value value, ScalarType type) {
        return switch (value.carrier()) {
            case FLOAT -> fit(compute(FLOAT_BITS, value), type);
            case DOUBLE -> fit(compute(DOUBLE_BITS, value), type);
            case INT -> fitInt(value, type);
            case LONG -> fitLong(value, type);
            case BOOLEAN -> value;
        };
    }

    private Value fitInt(Value value, ScalarType type) {
        return switch (Carrier.of(type)) {
            case INT -> bits(value) <= type.bits() ? value : compute(cut(type, ".u32"), value);
            case FLOAT -> compute(BITS_FLOAT, value);
            case LONG -> compute(operation("cvt", ".u64", ".u32"), value);
            case DOUBLE -> fitLong(compute(operation("cvt", ".u64", ".u32"), value), type);
            case BOOLEAN -> value;
        };
    }

    private Value fitLong(Value value, ScalarType type) {
        return switch (Carrier.of(type)) {
            case INT -> compute(cut(type, ".u64"), value);
            case FLOAT -> compute(BITS_FLOAT, compute(operation("cvt", ".u32", ".u64"), value));
            case DOUBLE -> compute(BITS_DOUBLE, value);
            case LONG, BOOLEAN -> value;
        };
    }

    private static Operation cut(ScalarType type, String from) {
        return operation("cvt", ".u" + type.bits(), from);
    }

    /** Extends a value to the width of another type, by its sign if it has one. */
    public Value extend(Value value, ScalarType from, ScalarType to) {
        if (to.bits() <= from.bits() || from == ScalarType.PRED) {
            return fit(value, to);
        }
        boolean signed = from.kind() == ScalarType.Kind.SIGNED;
        if (value instanceof Value.Constant constant) {
            long extended = signed ? signExtended(constant.bits(), from) : constant.bits();
            return new Value.Constant(extended & mask(to), Carrier.of(to));
        }
        if (!signed) {
            return fit(value, to);
        }
        Value wide = compute(operation("cvt", ".s" + to.bits(), from.suffix()), value);
        return fit(wide, to);
    }

    private static long signExtended(long bits, ScalarType type) {
        int shift = 64 - type.bits();
        return bits << shift >> shift;
    }

    /** Returns a mask with all bits of a type set. */
    public static long mask(ScalarType type) {
        return type.bits() >= 64 ? -1L : (1L << type.bits()) - 1;
    }
}
