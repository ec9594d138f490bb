package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The math functions of CUDA C++ against exact values. */
final class CudaMathTest {
    /** CUDA's own bounds are 1 to 3 for most functions of double, more for gamma. */
    private static final double DOUBLE_ULPS = 2.5;

    private static final double GAMMA_ULPS = 6;
    private static final double FLOAT_ULPS = 0.51;

    /** Two roundings, without doubles. */
    private static final double RSQRT_ULPS = 1.5;

    private static final Device DEVICE = new Device();
    private static final Map<String, MathReference> REFERENCES = MathReference.all();

    @AfterAll
    static void close() {
        DEVICE.close();
    }

    /** One kernel for each function and type. */
    private static String program() {
        StringBuilder text = new StringBuilder();
        REFERENCES.forEach((name, reference) -> {
            String y = reference.isBinary() ? ", y[i]" : "";
            text.append(
                    """
                    extern "C" __global__ void d_%1$s(const double* x, const double* y, double* r, int n) {
                        for (int i = threadIdx.x; i < n; i += blockDim.x) r[i] = %1$s(x[i]%2$s);
                    }
                    extern "C" __global__ void f_%1$s(const float* x, const float* y, float* r, int n) {
                        for (int i = threadIdx.x; i < n; i += blockDim.x) r[i] = %1$sf(x[i]%2$s);
                    }
                    """
                            .formatted(name, y));
        });
        return text.toString();
    }

    @Test
    void shouldBeExactToAFewUnitsInTheLastPlace() {
        String ptx = Builds.ptx(program());
        REFERENCES.forEach((name, reference) -> {
            int n = reference.x().length;
            double[] results = new double[n];
            DEVICE.run(ptx, "d_" + name, 1, 32, reference.x(), reference.y(), results, n);
            double most = name.endsWith("gamma") ? GAMMA_ULPS : DOUBLE_ULPS;
            for (int i = 0; i < n; i++) {
                assertThat(MathReference.ulps(results[i], reference.results()[i]))
                        .as(
                                "%s(%s) = %s, not %s",
                                name, at(reference, i), reference.results()[i], results[i])
                        .isLessThan(most);
            }
        });
    }

    @Test
    void shouldRoundFunctionsOfFloatOnce() {
        String ptx = Builds.ptx(program());
        REFERENCES.forEach((name, reference) -> {
            int n = reference.x().length;
            float[] results = new float[n];
            DEVICE.run(
                    ptx,
                    "f_" + name,
                    1,
                    32,
                    floats(reference.x()),
                    floats(reference.y()),
                    results,
                    n);
            for (int i = 0; i < n; i++) {
                if (isFloat(reference.x()[i])
                        && (!reference.isBinary() || isFloat(reference.y()[i]))) {
                    assertThat(MathReference.ulps(results[i], reference.results()[i]))
                            .as(
                                    "%sf(%s) = %s, not %s",
                                    name, at(reference, i), reference.results()[i], results[i])
                            .isLessThan(name.equals("rsqrt") ? RSQRT_ULPS : FLOAT_ULPS);
                }
            }
        });
    }

    private static String at(MathReference reference, int i) {
        return reference.x()[i] + (reference.isBinary() ? ", " + reference.y()[i] : "");
    }

    private static boolean isFloat(double x) {
        return Double.compare((float) x, x) == 0;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}
