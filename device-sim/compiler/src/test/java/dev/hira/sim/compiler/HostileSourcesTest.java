package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hira.api.cuda.CudaException;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.CompilerLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources that try to read the host's files or to use it up. */
final class HostileSourcesTest {
    private static final String SECRET = "the-secret-of-this-host";

    private static final ClangCompiler SMALL =
            new ClangCompiler(
                    Builds.SETTINGS.withLimits(
                            new CompilerLimits(
                                    Duration.ofSeconds(60),
                                    Duration.ofSeconds(1),
                                    700L << 20,
                                    1 << 20,
                                    1 << 20,
                                    1 << 16,
                                    1)));

    @Test
    void shouldNotFindFilesOfTheHost(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.h"), SECRET);
        String up = "../".repeat(30) + secret.toString().substring(1);
        Stream.of(
                        "#include \"" + secret + "\"",
                        "#include <" + secret + ">",
                        "#include \"" + up + "\"",
                        "#include_next \"" + secret + "\"",
                        "#import \"" + secret + "\"",
                        "#define FILE_ \"" + secret + "\"\n#include FILE_",
                        "#pragma include_alias(\"x.h\", \"" + secret + "\")\n#include \"x.h\"",
                        "const char c[] = {\n#embed \"" + secret + "\"\n};",
                        "#if __has_include(\""
                                + secret
                                + "\")\n#error found\n#else\n#error "
                                + "hidden\n#endif",
                        "#if __has_embed(\""
                                + secret
                                + "\")\n#error found\n#else\n#error hidden\n#endif",
                        "#pragma clang module load \"" + secret + "\"\n#error end",
                        "#line 1 \"" + secret + "\"\n#error end",
                        "#include \"/proc/self/environ\"",
                        "#include \"/dev/zero\"")
                .forEach(source -> {
                    String log = Builds.errors(source);
                    assertThat(log).as(source).doesNotContain(SECRET, "#error found");
                    assertThat(log).as(source).contains("error:");
                });
    }

    @Test
    void shouldLeaveFilesThatInlineAssemblyNamesUnread(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.h"), SECRET);
        String ptx =
                Builds.ptx(
                        "extern \"C\" __global__ void k(int* x) { asm volatile(\".incbin \\\""
                                + secret
                                + "\\\"\"); }");
        assertThat(ptx).doesNotContain(SECRET);
        try (Device device = new Device()) {
            assertThat(catchThrowable(() -> device.load(ptx)))
                    .isInstanceOf(CudaException.class)
                    .hasMessageNotContaining(SECRET);
        }
    }

    @Test
    void shouldEndSourcesThatNeverEnd() {
        for (String source :
                List.of(
                        "#include \"kernel.cu\"",
                        "template <int N> struct S { static constexpr int v = S<N + 1>::v; };\nint x = S<0>::v;",
                        "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\n#define C(x) B(B(B(x)))\n"
                                + "int a[] = { C(C(1,)) };",
                        "constexpr int f(int n) { int s = 0; for (;;) s = (s + n) & 7; return s; }\n"
                                + "constexpr int x = f(3);",
                        "template <int A, int B> struct T { static constexpr int v = T<A - 1, B>::v + T<A - 1, B + 1>::v; };\n"
                                + "template <int B> struct T<0, B> { static constexpr int v = 1; };\nint x = T<500, 0>::v;",
                        "int x = " + "(".repeat(100_000) + "1" + ")".repeat(100_000) + ";",
                        "__device__ char huge[1 << 30] = {1};\nextern \"C\" __global__ void k(char* c) { *c = huge[3]; }",
                        "extern \"C\" __global__ void k(int* x) {\n#pragma unroll 100000\n"
                                + "for (int i = 0; i < 100000; i++) x[i * 3] = x[i] * i + x[i * 7]; }",
                        "#pragma clang __debug crash\n",
                        "#pragma clang __debug llvm_fatal_error\n")) {
            assertThat(SMALL.build(SourceProgram.cuda(source)).log())
                    .as(source.substring(0, Math.min(300, source.length())))
                    .contains("error:");
        }
    }

    @Test
    void shouldRefuseProgramsThatAreTooLong() {
        String filler = " ".repeat(1 << 20);
        assertThat(SMALL.build(SourceProgram.cuda(filler + " ")).log())
                .contains("the program has 1048577 characters; at most 1048576 are allowed");
        assertThat(
                        SMALL.build(
                                        SourceProgram.cuda("")
                                                .withHeaders(Map.of("a.h", filler, "b.h", filler)))
                                .log())
                .contains("characters; at most");
    }

    @Test
    void shouldLeaveNothingBehind() throws IOException {
        Builds.errors("int x = y;");
        try (Stream<Path> files = Files.list(Builds.CACHE)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("unpacking-") || name.startsWith("half-"));
        }
    }
}
