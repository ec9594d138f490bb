package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.SourceProgram;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Math functions of OpenCL C against exact values. The specification allows 2 to 16 units in the
 * last place; these are the functions of the math library, so its bounds hold.
 */
final class OpenClMathTest {
    private static final double ULPS = 2.5;
    private static final double GAMMA_ULPS = 6;
    private static final Map<String, MathReference> REFERENCES = MathReference.all();

    private static String program() {
        StringBuilder text = new StringBuilder();
        REFERENCES.forEach((name, reference) -> {
            String y = reference.isBinary() ? ", y[i]" : "";
            text.append(
                    """
                    kernel void d_%1$s(global const double* x, global const double* y, global double* r, int n) {
                        for (int i = get_local_id(0); i < n; i += get_local_size(0)) r[i] = %1$s(x[i]%2$s);
                    }
                    """
                            .formatted(name, y));
        });
        return text.toString();
    }

    @Test
    void shouldBeExactToAFewUnitsInTheLastPlace() {
        String ptx = Builds.built(SourceProgram.openCl(program())).text();
        try (Device device = new Device()) {
            REFERENCES.forEach((name, reference) -> {
                int n = reference.x().length;
                double[] results = new double[n];
                device.run(ptx, "d_" + name, 1, 32, reference.x(), reference.y(), results, n);
                double most = name.endsWith("gamma") ? GAMMA_ULPS : ULPS;
                for (int i = 0; i < n; i++) {
                    assertThat(MathReference.ulps(results[i], reference.results()[i]))
                            .as("%s(%s)", name, reference.x()[i])
                            .isLessThan(most);
                }
            });
        }
    }
}
