package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.profile.Profiles;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a kernel names the lines and the names of its program. */
final class SourceLinesTest {
    /** A kernel fails in a line that a random program puts anywhere, also into a function. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameTheLineThatFails(boolean isCuda) {
        Random random = new Random(20261129);
        for (int run = 0; run < 12; run++) {
            boolean inFunction = random.nextBoolean();
            int inner = random.nextInt(5);
            int outer = random.nextInt(5);
            String space = isCuda ? "" : "global ";
            String wrong = "*(volatile " + space + "int*)" + (16L << 40) + " = n;";
            StringBuilder source = new StringBuilder();
            source.append(isCuda ? "__device__ " : "").append("void f(int n, ");
            source.append(space).append("int* out) {\n");
            source.append("  out[1] += n;\n".repeat(inner));
            source.append(inFunction ? "  " + wrong + "\n" : "");
            source.append("}\n");
            source.append(isCuda ? "__global__ void k(int n, " : "kernel void k(int n, ");
            source.append(space).append("int* out) {\n");
            source.append("  for (int i = 0; i < n; i++) {\n");
            source.append("    out[0] += i;\n".repeat(outer));
            source.append("    ").append(inFunction ? "f(n, out);" : wrong).append("\n");
            source.append("  }\n}\n");
            int line = inFunction ? inner + 2 : inner + 5 + outer;
            Build program = new Build(source.toString(), isCuda);
            try (Device device = new Device()) {
                CudaException failure =
                        catchThrowableOfType(
                                CudaException.class,
                                () ->
                                        device.run(
                                                program.ptx(),
                                                program.kernel(),
                                                1,
                                                1,
                                                1,
                                                new int[4]));
                assertThat(failure.getMessage())
                        .as(source.toString())
                        .contains(
                                "The kernel 'k' has failed: ",
                                "\n  at " + program.file() + ":" + line)
                        .contains(", PTX line ", ": st.");
            }
        }
    }

    /** A program whose kernel is {@code k}. */
    private record Build(String source, boolean isCuda) {
        String ptx() {
            return Builds.built(isCuda ? SourceProgram.cuda(source) : SourceProgram.openCl(source))
                    .text();
        }

        String kernel() {
            return isCuda ? "_Z1kiPi" : "k";
        }

        String file() {
            return (isCuda ? SourceProgram.cuda(source) : SourceProgram.openCl(source)).file();
        }
    }

    /** The compiler moves the code of a rare branch behind the end of the kernel. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "__trap()",
                "atomicAdd((int*)(16L << 40), n)",
                "out[1] = __ldg((int*)(16L << 40))",
                "atomicCAS((unsigned long long*)(16L << 40), 1ULL, 2ULL)"
            })
    void shouldNameTheLineThatCallsAFunctionOfCudaWhichFails(String call) {
        String source =
                """
                __global__ void k(int n, int* out) {
                  if (n == 1) {
                    %s;
                  }
                  out[0] = 3;
                }
                """
                        .formatted(call);
        Build program = new Build(source, true);
        try (Device device = new Device()) {
            CudaException failure =
                    catchThrowableOfType(
                            CudaException.class,
                            () -> device.run(program.ptx(), program.kernel(), 1, 1, 1, new int[4]));
            assertThat(failure.getMessage()).contains("\n  at " + program.file() + ":3, PTX line ");
        }
    }

    @Test
    void shouldNameLinesAndVariablesOfARace() {
        String ptx =
                Builds.ptx(
                        """
                        template <class T> __global__ void race(T* out) {
                          __shared__ T cell;
                          cell = threadIdx.x;
                          out[threadIdx.x] = cell;
                          atomicAdd(out, 1);
                        }
                        template __global__ void race<int>(int*);
                        """);
        List<String> findings = new ArrayList<>();
        SimConfig config =
                SimConfig.of(Profiles.DEFAULT)
                        .withKernelSettings(
                                KernelSettings.usual()
                                        .withChecks(new Checks(true, true))
                                        .withFindings(findings::add));
        try (SimHost host = SimHost.of(config);
                CudaDriver cuda = host.open().driver()) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long module =
                    cuda.cuModuleLoadData(
                            MemorySegment.ofArray(ptx.getBytes(StandardCharsets.UTF_8)));
            long out = cuda.cuMemAlloc(256);
            cuda.cuLaunchKernel(
                    cuda.cuModuleGetFunction(module, "_Z4raceIiEvPT_"),
                    1,
                    1,
                    1,
                    64,
                    1,
                    1,
                    0,
                    0,
                    MemorySegment.ofArray(new long[] {out}));
            cuda.cuCtxSynchronize();
            cuda.cuMemFree(out);
        }
        assertThat(findings.getFirst())
                .contains(
                        "Found in the kernel 'race<int>'",
                        "the start of the variable 'race<int>::cell'",
                        "which writes at kernel.cu:3, PTX line ")
                .doesNotContain("hira_cuda.h", "variable '_Z");
    }

    @Test
    void shouldAddNothingThatOnlyDebuggersRead() {
        assertThat(Builds.ptx("__global__ void k(int* x) { if (*x > 3) { *x = 4; } }"))
                .contains(".loc\t1 1 ", ".file\t1 ")
                .doesNotContain("$L__tmp", "$L__func", ".section", "// kernel.cu");
    }
}
