package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.source.SourceProgram;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuCompileException;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.sim.compiler.clang.CompilerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guest programs that compile their kernels, on a simulated GPU. */
final class GuestProgramsTest {
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "sources.md");
    private static final Pattern PROGRAM =
            Pattern.compile("```java\n(import .*?)```.*?It prints `(.*?)`", Pattern.DOTALL);

    @Test
    void shouldFindKernelsByNameExpressions() {
        SourceProgram program =
                SourceProgram.cuda(
                                """
                                __device__ float factor;
                                template <class T> __global__ void scale(T* x) { x[threadIdx.x] *= factor; }
                                """)
                        .withNames(List.of("scale<float>", "&factor"));
        try (Gpu gpu = Gpu.connect("sim:");
                GpuModule module = gpu.compile(program);
                var x = gpu.upload(1f, 2f)) {
            module.global("&factor").upload(new byte[] {0, 0, 64, 64});
            module.kernel("scale<float>").launch(Dim3.of(1), Dim3.of(2), x);
            assertThat(x.download()).containsExactly(3f, 6f);
            assertThat(module.log()).isEmpty();
        }
    }

    @Test
    void shouldRefuseNumbersOfAnotherKindThanTheSourceDeclares() {
        String source =
                "template <class T> __global__ void k(T a, double b, int c, unsigned char d, float* x)"
                        + " { x[0] = a + b + c + d; }";
        SourceProgram program = SourceProgram.cuda(source).withNames(List.of("k<float>"));
        try (Gpu gpu = Gpu.connect("sim:");
                GpuModule module = gpu.compile(program);
                var x = gpu.upload(0f)) {
            var kernel = module.kernel("k<float>");
            Dim3 one = Dim3.of(1);
            assertThatThrownBy(() -> kernel.launch(one, one, 1, 2.0, 3, (byte) 4, x))
                    .hasMessage(
                            "kernel k<float>, parameter 0 is a float, given an Integer; write 1f");
            assertThatThrownBy(() -> kernel.launch(one, one, 1f, 2L, 3, (byte) 4, x))
                    .hasMessageContaining("parameter 1 is a double, given a Long; write 2.0");
            assertThatThrownBy(() -> kernel.launch(one, one, 1f, 2.0, 3f, (byte) 4, x))
                    .hasMessageContaining(
                            "parameter 2 is a whole number, given a Float; convert it, as in (int) x");
            assertThatThrownBy(() -> kernel.launch(one, one, 1f, 2.0, 3, (byte) 4, 5.0))
                    .hasMessageContaining("parameter 4 is a pointer, given a Double");
            kernel.launch(one, one, 1f, 2.0, 3, (byte) 4, x);
            assertThat(x.download()).containsExactly(10f);
        }
    }

    @Test
    void shouldThrowTheCompilersErrors() {
        try (Gpu gpu = Gpu.connect("sim:")) {
            assertThatThrownBy(() -> gpu.compile("__global__ void k() { x = 1; }"))
                    .isInstanceOf(GpuCompileException.class)
                    .hasMessageContaining("kernel.cu does not compile:\nkernel.cu:1:23: error:");
        }
    }

    @Test
    void shouldRunTheProgramOfTheDocument(@TempDir Path folder) throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(DOCUMENT));
        assertThat(program.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Scale.java"), program.group(1));
        assertThat(run(source)).endsWith(program.group(2) + "\n");
    }

    private static String run(Path source) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        builder.environment().put("HIRA_URI", "sim:");
        builder.environment().put(CompilerSettings.CACHE_VARIABLE, Builds.CACHE.toString());
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
