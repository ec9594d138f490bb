package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaException;
import dev.hira.api.source.SourceProgram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes that let a compiler drop code: the kernel must fail, wherever the mistake stands. */
final class UndefinedBehaviourTest {
    /** Statements that must fail; SPACE is the address space of OpenCL C. */
    private static final List<String> MISTAKES =
            List.of(
                    "*(SPACE int*)0 = 1;",
                    "out[1] = *(SPACE int*)0;",
                    "((SPACE int*)0)[3] = 1;",
                    "SPACE int* p; *p = 3;",
                    "__builtin_unreachable();");

    /**
     * Where the mistake stands. The kernel's only thread gets there, with {@code n} of 1; but a
     * compiler may conclude from what cannot be reached that a condition is false.
     */
    private static final List<String> PLACES =
            List.of(
                    "MISTAKE",
                    "out[0] = 1; MISTAKE out[2] = 5;",
                    "if (n > 0) { MISTAKE } else { out[2] = 5; }",
                    "for (int i = 0; i < n; i++) { out[i] = i; MISTAKE }",
                    "switch (n) { case 1: MISTAKE break; default: out[2] = 5; }");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailWhereverTheMistakeStands(boolean isCuda) {
        List<String> bodies = new ArrayList<>();
        for (String mistake : MISTAKES) {
            for (String place : PLACES) {
                boolean isConditional = place.contains("(n") || place.contains("< n");
                if (mistake.contains("int*)0") || !isConditional) {
                    bodies.add(place.replace("MISTAKE", mistake));
                }
            }
        }
        requireFailures(isCuda, bodies, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int f(int n) { }",
                "int f(int n) { if (n == 0) return 3; }",
                "int f(int n) { switch (n) { case 0: return 3; case 2: return 4; } }"
            })
    void shouldFailWhereAFunctionReturnsNothing(String function) {
        requireFailures(true, List.of("out[1] = f(n);"), "__device__ __noinline__ " + function);
        requireFailures(true, List.of("out[1] = f(n);"), "__device__ " + function);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepLoopsThatNeverEnd(boolean isCuda) {
        for (String loop :
                List.of(
                        "while (1) { }",
                        "while (out[1] < n) { }",
                        "unsigned i = n; while (i != 7) { i = i * 3 + 2; }")) {
            assertThat(ptx(isCuda, List.of(loop + " out[2] = 5;"), "")).as(loop).contains("bra");
        }
    }

    private static void requireFailures(boolean isCuda, List<String> bodies, String before) {
        String ptx = ptx(isCuda, bodies, before);
        for (int i = 0; i < bodies.size(); i++) {
            String kernel = "k" + i;
            try (Device device = new Device()) {
                assertThatThrownBy(() -> device.run(ptx, kernel, 1, 1, 1, new int[4]))
                        .as(before + bodies.get(i))
                        .isInstanceOf(CudaException.class);
            }
        }
    }

    /** Returns PTX of kernels k0, k1 and so on. */
    private static String ptx(boolean isCuda, List<String> bodies, String before) {
        StringBuilder source = new StringBuilder(before).append('\n');
        for (int i = 0; i < bodies.size(); i++) {
            source.append(isCuda ? "extern \"C\" __global__ void k" : "kernel void k").append(i);
            source.append(isCuda ? "(int n, int* out) { " : "(int n, global int* out) { ");
            source.append(bodies.get(i).replace("SPACE", isCuda ? "" : "global")).append(" }\n");
        }
        SourceProgram program =
                isCuda
                        ? SourceProgram.cuda(source.toString())
                        : SourceProgram.openCl(source.toString());
        return Builds.built(program).text();
    }
}
