package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ops.floating.Approximations;
import dev.hira.sim.ops.floating.F16;
import java.lang.invoke.MethodHandle;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Checks the approximate functions against the errors and special values that PTX documents. */
class ApproximationTest {
    private static final int SAMPLES = 200_000;
    private static final long SEED = 71;

    /** A function of floats. */
    @FunctionalInterface
    private interface FloatFunction {
        float of(float a);
    }

    @Test
    void shouldRaiseTwoToAPower() {
        SplittableRandom random = new SplittableRandom(SEED);
        double error =
                largestRelative(
                        Approximations::ex2ApproxF32,
                        a -> StrictMath.pow(2, a),
                        () -> (float) random.nextDouble(-126, 128));
        assertThat(error).isLessThan(0x1p-22);
        assertThat(Approximations.ex2ApproxF32(Float.NEGATIVE_INFINITY)).isEqualTo(0.0f);
        assertThat(Approximations.ex2ApproxF32(Float.POSITIVE_INFINITY)).isInfinite();
        assertThat(Approximations.ex2ApproxF32(Float.NaN)).isNaN();
        assertThat(Approximations.ex2ApproxF32(-0.0f)).isEqualTo(1);
        assertThat(Approximations.ex2ApproxF32(-149)).isEqualTo(Float.MIN_VALUE);
        assertThat(Approximations.ex2ApproxF32(-151)).isEqualTo(0.0f);
        assertThat(Approximations.ex2ApproxF32(128)).isInfinite();
        assertThat(Approximations.ex2ApproxF32(10)).isEqualTo(1024);
    }

    @Test
    void shouldComputeLogarithms() {
        SplittableRandom random = new SplittableRandom(SEED);
        double near =
                largestAbsolute(
                        Approximations::lg2ApproxF32,
                        a -> StrictMath.log(a) / StrictMath.log(2),
                        () -> (float) random.nextDouble(0.5, 2));
        double far =
                largestRelative(
                        Approximations::lg2ApproxF32,
                        a -> StrictMath.log(a) / StrictMath.log(2),
                        () -> positiveFarFromOne(random));
        assertThat(near).isLessThan(0x1p-22);
        assertThat(far).isLessThan(0x1p-22);
        assertThat(Approximations.lg2ApproxF32(0.0f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Approximations.lg2ApproxF32(-0.0f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Approximations.lg2ApproxF32(-1)).isNaN();
        assertThat(Approximations.lg2ApproxF32(Float.NEGATIVE_INFINITY)).isNaN();
        assertThat(Approximations.lg2ApproxF32(Float.NaN)).isNaN();
        assertThat(Approximations.lg2ApproxF32(Float.POSITIVE_INFINITY))
                .isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(Approximations.lg2ApproxF32(1)).isEqualTo(0);
        assertThat(Approximations.lg2ApproxF32(Float.MIN_VALUE)).isEqualTo(-149);
    }

    private static float positiveFarFromOne(SplittableRandom random) {
        float a = Float.intBitsToFloat(1 + random.nextInt(0x7f7fffff));
        return a >= 0.5f && a <= 2 ? a * 4 + 1 : a;
    }

    @Test
    void shouldComputeSinesAndCosines() {
        SplittableRandom random = new SplittableRandom(SEED);
        Supplier<Float> angles = () -> (float) random.nextDouble(-100 * Math.PI, 100 * Math.PI);
        assertThat(largestAbsolute(Approximations::sinApproxF32, StrictMath::sin, angles))
                .isLessThan(0x1p-22);
        assertThat(largestAbsolute(Approximations::cosApproxF32, StrictMath::cos, angles))
                .isLessThan(0x1p-22);
        Supplier<Float> far = () -> (float) random.nextDouble(-1e7, 1e7);
        assertThat(largestAbsolute(Approximations::sinApproxF32, StrictMath::sin, far))
                .isLessThan(0x1p-18);
        for (float none : new float[] {Float.NaN, Float.POSITIVE_INFINITY, -1.0f / 0}) {
            assertThat(Approximations.sinApproxF32(none)).isNaN();
            assertThat(Approximations.cosApproxF32(none)).isNaN();
        }
        assertThat(Approximations.cosApproxF32(-0.0f)).isEqualTo(1);
    }

    @Test
    void shouldKeepTheSignOfZero() {
        int minusZero = Float.floatToRawIntBits(-0.0f);
        assertThat(Float.floatToRawIntBits(Approximations.sinApproxF32(-0.0f)))
                .isEqualTo(minusZero);
        assertThat(Float.floatToRawIntBits(Approximations.sinApproxF32(0.0f))).isEqualTo(0);
        assertThat(Float.floatToRawIntBits(Approximations.tanhApproxF32(-0.0f)))
                .isEqualTo(minusZero);
        assertThat(Approximations.rsqrtApproxF32(-0.0f)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Approximations.rcpApproxF32(-0.0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    }

    @Test
    void shouldComputeHyperbolicTangents() {
        SplittableRandom random = new SplittableRandom(SEED);
        double error =
                largestRelative(
                        Approximations::tanhApproxF32,
                        StrictMath::tanh,
                        () -> (float) (random.nextDouble(-12, 12) * random.nextDouble()));
        assertThat(error).isLessThan(0x1p-20);
        assertThat(Approximations.tanhApproxF32(Float.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(Approximations.tanhApproxF32(Float.NEGATIVE_INFINITY)).isEqualTo(-1);
        assertThat(Approximations.tanhApproxF32(Float.NaN)).isNaN();
        assertThat(Approximations.tanhApproxF32(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
    }

    @Test
    void shouldComputeReciprocalRoots() {
        SplittableRandom random = new SplittableRandom(SEED);
        double error =
                largestRelative(
                        Approximations::rsqrtApproxF32,
                        a -> 1 / StrictMath.sqrt(a),
                        () -> Float.intBitsToFloat(1 + random.nextInt(0x7f7fffff)));
        assertThat(error).isLessThan(0x1.12p-23);
        assertThat(Approximations.rsqrtApproxF32(Float.POSITIVE_INFINITY)).isEqualTo(0.0f);
        assertThat(Approximations.rsqrtApproxF32(-1)).isNaN();
    }

    @Test
    void shouldDivideByLargeNumbersAsByInfinity() {
        assertThat(Approximations.divApproxF32(6, 3)).isEqualTo(2);
        assertThat(Approximations.divApproxF32(Float.MAX_VALUE, 0x1p126f)).isNotZero();
        assertThat(Approximations.divApproxF32(Float.MAX_VALUE, 0x1.8p126f)).isEqualTo(0.0f);
        assertThat(Approximations.divApproxF32(Float.POSITIVE_INFINITY, -0x1p127f)).isNaN();
        assertThat(Approximations.divFullF32(0x1p127f, 0x1p127f)).isEqualTo(1);
    }

    @Test
    void shouldUseUpperHalvesOfDoublesOnly() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < SAMPLES; i++) {
            double a = random.nextDouble(1e-300, 1e9);
            double reciprocal = Approximations.rcpApproxFtzF64(a);
            double root = Approximations.rsqrtApproxFtzF64(a);
            assertThat((int) Double.doubleToRawLongBits(reciprocal)).isZero();
            assertThat((int) Double.doubleToRawLongBits(root)).isZero();
            assertThat(Math.abs(reciprocal * a - 1)).isLessThan(0x1p-19);
            assertThat(Math.abs(root * Math.sqrt(a) - 1)).isLessThan(0x1p-19);
        }
        assertThat(Approximations.rcpApproxFtzF64(-Double.MIN_VALUE))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Approximations.rcpApproxFtzF64(Double.NEGATIVE_INFINITY)).isEqualTo(-0.0);
        assertThat(Approximations.rcpApproxFtzF64(Double.NaN)).isNaN();
    }

    @Test
    void shouldRoundTheWiderResultsOfFunctionsOfHalves() throws Throwable {
        MethodHandle exponential = Checks.operation("ex2.approx.f16").handle();
        MethodHandle hyperbolic = Checks.operation("tanh.approx.f16").handle();
        for (int half = 0; half < 0x10000; half++) {
            double power = StrictMath.pow(2, F16.wide(half));
            double tangent = StrictMath.tanh(F16.wide(half));
            assertThatHalf((int) exponential.invokeExact(half), power);
            assertThatHalf((int) hyperbolic.invokeExact(half), tangent);
        }
        exponential = Checks.operation("ex2.approx.ftz.bf16").handle();
        hyperbolic = Checks.operation("tanh.approx.bf16").handle();
        assertThat((int) exponential.invokeExact(0x4000)).isEqualTo(0x4080);
        assertThat((int) exponential.invokeExact(0xc300)).isEqualTo(0);
        assertThat((int) hyperbolic.invokeExact(0xff80)).isEqualTo(0xbf80);
    }

    private static void assertThatHalf(int half, double expected) {
        float actual = F16.wide(half);
        if (Double.isNaN(expected)) {
            assertThat(half).isEqualTo(0x7fff);
        } else if (expected > 65500) {
            assertThat(actual).isGreaterThanOrEqualTo(65472);
        } else {
            assertThat(Math.abs(actual - expected))
                    .isLessThanOrEqualTo(0x1p-25 + Math.abs(expected) * 0x1.1p-11);
        }
    }

    private static double largestRelative(
            FloatFunction function, DoubleUnaryOperator exact, Supplier<Float> arguments) {
        double largest = 0;
        for (int i = 0; i < SAMPLES; i++) {
            float a = arguments.get();
            double expected = exact.applyAsDouble(a);
            if (Math.abs(expected) < Float.MIN_NORMAL || Math.abs(expected) > Float.MAX_VALUE) {
                continue;
            }
            largest = Math.max(largest, Math.abs(function.of(a) / expected - 1));
        }
        return largest;
    }

    private static double largestAbsolute(
            FloatFunction function, DoubleUnaryOperator exact, Supplier<Float> arguments) {
        double largest = 0;
        for (int i = 0; i < SAMPLES; i++) {
            float a = arguments.get();
            largest = Math.max(largest, Math.abs(function.of(a) - exact.applyAsDouble(a)));
        }
        return largest;
    }
}
