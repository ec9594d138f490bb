package dev.hira.sim.run;

import dev.hira.sim.code.Step;
import dev.hira.sim.ops.floating.Floats32;
import dev.hira.sim.ptx.model.ScalarType;

/** Computes atomic sums, minima and maxima of floating-point numbers. */
final class FloatUpdates {
    private FloatUpdates() {}

    static long apply(Step.Update update, ScalarType type, long old, long operand) {
        return switch (type) {
            case F64 ->
                    Double.doubleToRawLongBits(
                            combine(
                                    update,
                                    Double.longBitsToDouble(old),
                                    Double.longBitsToDouble(operand)));
            case F32 -> single(update, old, operand);
            case F16 -> half(update, old, operand);
            case BF16 -> brain(update, old, operand);
            case F16X2 ->
                    half(update, old, operand) | half(update, old >>> 16, operand >>> 16) << 16;
            case BF16X2 ->
                    brain(update, old, operand) | brain(update, old >>> 16, operand >>> 16) << 16;
            default -> throw new IllegalArgumentException("No floating-point type: " + type);
        };
    }

    /** Adds two numbers in single precision, with subnormals as zeros. */
    static long flushedSum(long one, long other) {
        float first = Floats32.flushF32(Float.intBitsToFloat((int) one));
        float second = Floats32.flushF32(Float.intBitsToFloat((int) other));
        return Float.floatToRawIntBits(Floats32.flushF32(first + second)) & 0xffff_ffffL;
    }

    private static long single(Step.Update update, long old, long operand) {
        float one = Float.intBitsToFloat((int) old);
        float two = Float.intBitsToFloat((int) operand);
        float result = update == Step.Update.ADD ? one + two : (float) combine(update, one, two);
        return Float.floatToRawIntBits(result) & 0xffff_ffffL;
    }

    /** Double rounding is harmless: single precision has twice the bits of a half, plus two. */
    private static long half(Step.Update update, long old, long operand) {
        float one = Float.float16ToFloat((short) old);
        float two = Float.float16ToFloat((short) operand);
        return Float.floatToFloat16((float) combine(update, one, two)) & 0xffffL;
    }

    private static long brain(Step.Update update, long old, long operand) {
        float one = Float.intBitsToFloat((int) (old << 16));
        float two = Float.intBitsToFloat((int) (operand << 16));
        float result = (float) combine(update, one, two);
        if (Float.isNaN(result)) {
            return 0x7fff;
        }
        int bits = Float.floatToRawIntBits(result);
        return ((bits & 0xffff_ffffL) + 0x7fff + (bits >>> 16 & 1)) >>> 16;
    }

    /** Combines as PTX does: a number wins over NaN, and -0 is less than +0. */
    private static double combine(Step.Update update, double one, double two) {
        return switch (update) {
            case ADD -> one + two;
            case MIN -> Double.isNaN(one) ? two : Double.isNaN(two) ? one : Math.min(one, two);
            case MAX -> Double.isNaN(one) ? two : Double.isNaN(two) ? one : Math.max(one, two);
            default -> throw new IllegalArgumentException("Not of numbers: " + update);
        };
    }
}
