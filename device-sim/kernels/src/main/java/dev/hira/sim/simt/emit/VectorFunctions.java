package dev.hira.sim.simt.emit;

import dev.hira.sim.code.Value;
import dev.hira.sim.jit.method.GeneratedTypes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Functions of f32 as sequences of vector operations, with the same results as the methods that
 * define them.
 */
public final class VectorFunctions {
    /** The polynomial of {@link dev.hira.sim.ops.floating.Approximations#ex2ApproxF32}. */
    private static final float[] POWER_OF_TWO = {
        0x1.448f94p-13f,
        0x1.5f47bp-10f,
        0x1.3b29aap-7f,
        0x1.c6aedp-5f,
        0x1.ebfbep-3f,
        0x1.62e43p-1f,
        1
    };

    /** The name of a method of generated classes. */
    public static final String EX2 = "ex2";

    private static final MethodTypeDesc OF_FLOATS =
            GeneratedTypes.method(VectorCalls.FLOATS, VectorCalls.FLOATS);

    /** One and a half times 2^23. */
    private static final float ROUNDER = 0x1.8p23f;

    private static final int ROUNDER_BITS = 0x4b400000;
    private static final float LARGEST_POWER = 160;
    private static final int MANTISSA_BITS = 23;
    private static final int BIAS = 127;

    private final CodeBuilder code;
    private final VectorCalls vectors;

    private VectorFunctions(CodeBuilder code, VectorCalls vectors) {
        this.code = code;
        this.vectors = vectors;
    }

    private static VectorFunctions of(LaneBody lanes) {
        return new VectorFunctions(lanes.code, lanes.vectors);
    }

    /**
     * Pushes two to the power of the argument. It is a call, since kernels often have several of
     * them and methods must stay small; the JVM is told to inline it.
     */
    static void ex2(LaneBody lanes, List<Value> arguments) {
        lanes.pushVector(arguments.getFirst());
        lanes.code.invokestatic(LaneClass.name(lanes.plan), EX2, OF_FLOATS);
    }

    /** Adds the methods that are called. */
    static void add(ClassBuilder type, int lanes) {
        type.withMethodBody(
                EX2,
                OF_FLOATS,
                LaneClass.STATIC,
                code -> new VectorFunctions(code, new VectorCalls(code, lanes)).ex2());
    }

    private void ex2() {
        code.aload(0);
        floats("MAX", "Associative", () -> number(-LARGEST_POWER));
        floats("MIN", "Associative", () -> number(LARGEST_POWER));
        int power = pop();
        code.aload(power);
        floats("ADD", "Associative", () -> number(ROUNDER));
        int shifted = pop();
        polynomial(fraction(power, shifted));
        code.aload(shifted);
        vectors.reinterpret(VectorCalls.FLOATS, VectorCalls.INTS);
        ints("SUB", "Binary", () -> whole(ROUNDER_BITS));
        int exponent = pop();
        int half = half(exponent);
        floats("MUL", "Associative", () -> power(() -> code.aload(half)));
        floats(
                "MUL",
                "Associative",
                () ->
                        power(() -> {
                            code.aload(exponent);
                            ints("SUB", "Binary", () -> code.aload(half));
                        }));
        code.areturn();
    }

    private int fraction(int power, int shifted) {
        code.aload(power);
        floats(
                "SUB",
                "Binary",
                () -> {
                    code.aload(shifted);
                    floats("SUB", "Binary", () -> number(ROUNDER));
                });
        return pop();
    }

    private int half(int exponent) {
        code.aload(exponent);
        ints("ASHR", "Binary", () -> whole(1));
        return pop();
    }

    /** Pushes the value of the polynomial at {@code place}, by Horner's scheme. */
    private void polynomial(int place) {
        number(POWER_OF_TWO[0]);
        for (int i = 1; i < POWER_OF_TWO.length; i++) {
            code.aload(place);
            number(POWER_OF_TWO[i]);
            vectors.fma();
        }
    }

    /** Pushes the powers of two whose exponents {@code exponent} pushes. */
    private void power(Runnable exponent) {
        exponent.run();
        ints("ADD", "Associative", () -> whole(BIAS));
        ints("LSHL", "Binary", () -> whole(MANTISSA_BITS));
        vectors.reinterpret(VectorCalls.INTS, VectorCalls.FLOATS);
    }

    /**
     * Pushes fused products and sums, rounded down, or jumps to {@code elsewhere}. Where the sum is
     * so close to the third argument that their difference is exact, a second such operation has
     * the sign of the error of rounding to nearest.
     */
    static void fmaDown(LaneBody lanes, List<Value> arguments, Label elsewhere) {
        of(lanes).roundDown(lanes, arguments, elsewhere);
    }

    private void roundDown(LaneBody lanes, List<Value> arguments, Label elsewhere) {
        Value summand = arguments.getLast();
        arguments.forEach(lanes::pushVector);
        vectors.fma();
        int nearest = pop();
        lanes.pushVector(summand);
        floats("SUB", "Binary", () -> code.aload(nearest));
        int difference = pop();
        requireClose(lanes, difference, summand, elsewhere);
        lanes.pushVector(arguments.get(0));
        lanes.pushVector(arguments.get(1));
        code.aload(difference);
        vectors.fma();
        int leftOut = sign();
        code.aload(nearest);
        int direction = sign();
        code.aload(nearest);
        vectors.reinterpret(VectorCalls.FLOATS, VectorCalls.INTS);
        ints(
                "ADD",
                "Associative",
                () -> {
                    code.aload(direction);
                    ints("ADD", "Associative", () -> code.aload(direction));
                    vectors.unary(VectorCalls.INTS, "NOT");
                    ints("AND", "Associative", () -> code.aload(leftOut));
                });
        vectors.reinterpret(VectorCalls.INTS, VectorCalls.FLOATS);
    }

    /**
     * Jumps to {@code elsewhere} unless running lanes' differences are below half of their
     * summands.
     */
    private void requireClose(LaneBody lanes, int difference, Value summand, Label elsewhere) {
        code.aload(difference);
        vectors.unary(VectorCalls.FLOATS, "ABS");
        vectors.compare(
                VectorCalls.FLOATS,
                "LT",
                () -> {
                    lanes.pushVector(summand);
                    vectors.unary(VectorCalls.FLOATS, "ABS");
                    floats("MUL", "Associative", () -> number(0.5f));
                });
        if (lanes.active == LaneBody.NONE) {
            vectors.test("allTrue");
            code.ifeq(elsewhere);
        } else {
            int close = pop();
            code.aload(lanes.active).aload(close);
            vectors.combine("andNot");
            vectors.test("anyTrue");
            code.ifne(elsewhere);
        }
    }

    /** Pops floats; the resulting ints are -1 where the float has a sign, and 0 elsewhere. */
    private int sign() {
        vectors.reinterpret(VectorCalls.FLOATS, VectorCalls.INTS);
        ints("ASHR", "Binary", () -> whole(Integer.SIZE - 1));
        return pop();
    }

    /** {@code vector -> vector}: replaces denormals by zeros of the same sign. */
    static void flush(LaneBody lanes) {
        VectorFunctions it = of(lanes);
        int given = it.pop();
        it.code.aload(given).aload(given);
        it.floats("MUL", "Associative", () -> it.number(0));
        it.code.aload(given);
        it.vectors.unary(VectorCalls.FLOATS, "ABS");
        it.vectors.compare(VectorCalls.FLOATS, "LT", () -> it.number(Float.MIN_NORMAL));
        it.vectors.blend(VectorCalls.FLOATS);
    }

    /** {@code vector -> vector}: clamps to [0, 1]; NaN and -0 become +0. */
    static void saturate(LaneBody lanes) {
        VectorFunctions it = of(lanes);
        int given = it.pop();
        it.number(0);
        it.code.aload(given);
        it.floats("MIN", "Associative", () -> it.number(1));
        it.code.aload(given);
        it.vectors.compare(VectorCalls.FLOATS, "GT", () -> it.number(0));
        it.vectors.blend(VectorCalls.FLOATS);
    }

    private int pop() {
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(slot);
        return slot;
    }

    private void floats(String operator, String kind, Runnable second) {
        vectors.binary(VectorCalls.FLOATS, operator, kind, second);
    }

    private void ints(String operator, String kind, Runnable second) {
        vectors.binary(VectorCalls.INTS, operator, kind, second);
    }

    private void number(float number) {
        vectors.broadcast(VectorCalls.FLOATS, () -> code.loadConstant(number));
    }

    private void whole(int number) {
        vectors.broadcast(VectorCalls.INTS, () -> code.loadConstant(number));
    }
}
