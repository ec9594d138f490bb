package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations that vectors do with exactly the results of the methods that define them. */
final class VectorOperations {
    private static final Map<String, Emitter> ALL =
            Map.ofEntries(
                    ints("addB32", "ADD", "Associative"),
                    ints("subB32", "SUB", "Binary"),
                    ints("mulLoB32", "MUL", "Associative"),
                    ints("mulWideU16", "MUL", "Associative"),
                    ints("andB32", "AND", "Associative"),
                    ints("orB32", "OR", "Associative"),
                    ints("xorB32", "XOR", "Associative"),
                    ints("minS32", "MIN", "Associative"),
                    ints("maxS32", "MAX", "Associative"),
                    unary("notB32", VectorCalls.INTS, "NOT"),
                    unary("negS32", VectorCalls.INTS, "NEG"),
                    unary("popcB32", VectorCalls.INTS, "BIT_COUNT"),
                    unary("brevB32", VectorCalls.INTS, "REVERSE"),
                    floats("addF32", "ADD", "Associative"),
                    floats("subF32", "SUB", "Binary"),
                    floats("mulF32", "MUL", "Associative"),
                    floats("divF32", "DIV", "Binary"),
                    unary("absF32", VectorCalls.FLOATS, "ABS"),
                    unary("negF32", VectorCalls.FLOATS, "NEG"),
                    unary("sqrtF32", VectorCalls.FLOATS, "SQRT"),
                    unary("sqrtApproxF32", VectorCalls.FLOATS, "SQRT"),
                    is("madLoB32", VectorOperations::mad),
                    is("fmaF32", VectorOperations::fma),
                    is(
                            "rcpF32",
                            (lanes, it) ->
                                    reciprocal(lanes, () -> lanes.pushVector(it.getFirst()))),
                    is(
                            "rcpApproxF32",
                            (lanes, it) ->
                                    reciprocal(lanes, () -> lanes.pushVector(it.getFirst()))),
                    is(
                            "rsqrtApproxF32",
                            (lanes, it) ->
                                    reciprocal(
                                            lanes,
                                            () -> {
                                                lanes.pushVector(it.getFirst());
                                                lanes.vectors.unary(VectorCalls.FLOATS, "SQRT");
                                            })),
                    is("ex2ApproxF32", VectorFunctions::ex2),
                    is("cvtRnF32S32", (lanes, it) -> convert(lanes, it, VectorCalls.INTS, "I2F")),
                    is(
                            "cvtRziS32F32",
                            (lanes, it) -> convert(lanes, it, VectorCalls.FLOATS, "F2I")),
                    is("floatToRawIntBits", (lanes, it) -> bits(lanes, it, VectorCalls.FLOATS)),
                    is("intBitsToFloat", (lanes, it) -> bits(lanes, it, VectorCalls.INTS)),
                    is("cvtB32B32", VectorOperations::copy),
                    is("cvtF32F32", VectorOperations::copy),
                    is("cvtB32U16", VectorOperations::copy),
                    is("cvtB32U8", VectorOperations::copy),
                    is("cvtB16U8", VectorOperations::copy),
                    is("cvtB16B16", VectorOperations::copy),
                    is("cvtB16B32", (lanes, it) -> and(lanes, it, 0xffff)),
                    is("shlB32", (lanes, it) -> shift(lanes, it, "LSHL")),
                    is("shrU32", (lanes, it) -> shift(lanes, it, "LSHR")),
                    is("shrS32", (lanes, it) -> shift(lanes, it, "ASHR")),
                    is("andPRED", (lanes, it) -> masks(lanes, it, "and")),
                    is("orPRED", (lanes, it) -> masks(lanes, it, "or")),
                    is("xorPRED", (lanes, it) -> masks(lanes, it, "xor")),
                    is("notPRED", (lanes, it) -> not(lanes, it.getFirst())));

    private VectorOperations() {}

    /** Emits the arguments and the operation, which leaves its result on the stack. */
    @FunctionalInterface
    interface Emitter {
        void emit(LaneBody lanes, List<Value> arguments);
    }

    /** Returns the emitter for a computation, or null. */
    static @Nullable Emitter of(Step.Compute compute, VectorCalls vectors) {
        Operation operation = compute.operation();
        String method = operation.method();
        Emitter found = ALL.get(method);
        if (found == null) {
            found = VectorComparisons.of(method);
        }
        boolean finished = operation.flush() || operation.saturate();
        return found == null || !finished ? found : finished(operation, found);
    }

    /** Returns an emitter of an f32 operation that flushes or saturates. */
    private static @Nullable Emitter finished(Operation operation, Emitter plain) {
        List<Class<?>> types = new ArrayList<>(operation.type().parameterList());
        types.add(operation.type().returnType());
        if (types.contains(double.class) || types.contains(long.class)) {
            return null;
        }
        return (lanes, arguments) -> {
            List<Value> flushed = operation.flush() ? arguments : List.of();
            flushed.forEach(lanes::flush);
            plain.emit(lanes, arguments);
            lanes.forgetFlushed();
            finish(lanes, operation);
        };
    }

    /** {@code vector -> vector}: flushes or saturates a result as the operation requires. */
    static void finish(LaneBody lanes, Operation operation) {
        boolean single = operation.type().returnType() == float.class;
        if (single && operation.flush()) {
            VectorFunctions.flush(lanes);
        }
        if (single && operation.saturate()) {
            VectorFunctions.saturate(lanes);
        }
    }

    private static Map.Entry<String, Emitter> is(String method, Emitter emitter) {
        return Map.entry(method, emitter);
    }

    private static Map.Entry<String, Emitter> ints(String method, String operator, String kind) {
        return is(method, (lanes, it) -> binary(lanes, it, VectorCalls.INTS, operator, kind));
    }

    private static Map.Entry<String, Emitter> floats(String method, String operator, String kind) {
        return is(method, (lanes, it) -> binary(lanes, it, VectorCalls.FLOATS, operator, kind));
    }

    private static Map.Entry<String, Emitter> unary(
            String method, java.lang.constant.ClassDesc vector, String operator) {
        return is(
                method,
                (lanes, it) -> {
                    lanes.pushVector(it.getFirst());
                    lanes.vectors.unary(vector, operator);
                });
    }

    private static void binary(
            LaneBody lanes,
            List<Value> arguments,
            java.lang.constant.ClassDesc vector,
            String operator,
            String kind) {
        lanes.pushVector(arguments.get(0));
        lanes.vectors.binary(vector, operator, kind, () -> lanes.pushVector(arguments.get(1)));
    }

    private static void mad(LaneBody lanes, List<Value> arguments) {
        binary(lanes, arguments, VectorCalls.INTS, "MUL", "Associative");
        lanes.vectors.binary(
                VectorCalls.INTS, "ADD", "Associative", () -> lanes.pushVector(arguments.get(2)));
    }

    private static void fma(LaneBody lanes, List<Value> arguments) {
        arguments.forEach(lanes::pushVector);
        lanes.vectors.fma();
    }

    private static void reciprocal(LaneBody lanes, Runnable argument) {
        lanes.vectors.broadcast(VectorCalls.FLOATS, lanes.code::fconst_1);
        lanes.vectors.binary(VectorCalls.FLOATS, "DIV", "Binary", argument);
    }

    private static void convert(
            LaneBody lanes,
            List<Value> arguments,
            java.lang.constant.ClassDesc from,
            String conversion) {
        lanes.pushVector(arguments.getFirst());
        lanes.vectors.convert(
                from,
                from.equals(VectorCalls.INTS) ? VectorCalls.FLOATS : VectorCalls.INTS,
                conversion);
    }

    private static void bits(
            LaneBody lanes, List<Value> arguments, java.lang.constant.ClassDesc from) {
        lanes.pushVector(arguments.getFirst());
        lanes.vectors.reinterpret(
                from, from.equals(VectorCalls.INTS) ? VectorCalls.FLOATS : VectorCalls.INTS);
    }

    private static void copy(LaneBody lanes, List<Value> arguments) {
        lanes.pushVector(arguments.getFirst());
    }

    private static void and(LaneBody lanes, List<Value> arguments, int bits) {
        lanes.pushVector(arguments.getFirst());
        lanes.vectors.binary(VectorCalls.INTS, "AND", "Associative", () -> constant(lanes, bits));
    }

    private static void constant(LaneBody lanes, int number) {
        lanes.vectors.broadcast(VectorCalls.INTS, () -> lanes.code.loadConstant(number));
    }

    /** Shifts. A shift by more than 31 shifts out all bits, which vector shifts do not do. */
    private static void shift(LaneBody lanes, List<Value> arguments, String operator) {
        Value amount = arguments.get(1);
        boolean keepsSign = operator.equals("ASHR");
        if (amount instanceof Value.Constant(long bits, _)) {
            boolean far = Integer.compareUnsigned((int) bits, Integer.SIZE) >= 0;
            lanes.pushVector(arguments.getFirst());
            lanes.vectors.binary(
                    VectorCalls.INTS,
                    far && !keepsSign ? "AND" : operator,
                    far && !keepsSign ? "Associative" : "Binary",
                    () -> constant(lanes, far ? keepsSign ? 31 : 0 : (int) bits));
            return;
        }
        lanes.pushVector(arguments.getFirst());
        lanes.vectors.binary(VectorCalls.INTS, operator, "Binary", () -> lanes.pushVector(amount));
        if (keepsSign) {
            lanes.pushVector(arguments.getFirst());
            lanes.vectors.binary(VectorCalls.INTS, "ASHR", "Binary", () -> constant(lanes, 31));
        } else {
            constant(lanes, 0);
        }
        lanes.pushVector(amount);
        lanes.vectors.compare(VectorCalls.INTS, "UGE", () -> constant(lanes, Integer.SIZE));
        lanes.vectors.blend(VectorCalls.INTS);
    }

    private static void masks(LaneBody lanes, List<Value> arguments, String operation) {
        arguments.forEach(lanes::pushVector);
        lanes.vectors.combine(operation);
    }

    private static void not(LaneBody lanes, Value argument) {
        lanes.pushVector(argument);
        lanes.code.invokevirtual(
                VectorCalls.MASK,
                "not",
                dev.hira.sim.jit.method.GeneratedTypes.method(VectorCalls.MASK));
    }
}
