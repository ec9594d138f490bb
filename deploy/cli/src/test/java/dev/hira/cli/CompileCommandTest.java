package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line of the compiler, with a compiler that gives what the test says. */
final class CompileCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private final Recorder compiler = new Recorder();

    @TempDir Path folder;

    private static final class Recorder implements SourceCompiler {
        private Build answer = new Build.Built("ptx", "", Map.of(), List.of());
        private @Nullable SourceProgram program;

        @Override
        public Build build(SourceProgram asked) {
            program = asked;
            return answer;
        }

        @Override
        public Build compile(SourceProgram asked) {
            throw new AssertionError("compile builds");
        }

        @Override
        public Build link(SourceLanguage language, List<String> objects, List<String> options) {
            throw new AssertionError("compile builds");
        }

        @Override
        public String version() {
            return "recorder";
        }
    }

    private int compile(String... arguments) {
        return compile(Optional.of(compiler), arguments);
    }

    private int compile(Optional<SourceCompiler> found, String... arguments) {
        CommandLine line = Main.shared(new CommandLine(new CompileCommand(() -> found)));
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(errors, true));
        return line.execute(arguments);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void shouldGiveTheCompilerTheSourceItsHeadersAndOptions() throws IOException {
        int status =
                compile(
                        file("blur.cl", "source"),
                        "--header",
                        file("w.h", "weights"),
                        "--option=-DR=4",
                        "--option",
                        "-w");
        assertThat(status).isZero();
        assertThat(out.toString()).isEqualTo("ptx");
        assertThat(compiler.program)
                .isEqualTo(
                        new SourceProgram(
                                SourceLanguage.OPENCL_C,
                                "blur.cl",
                                "source",
                                Map.of("w.h", "weights"),
                                List.of("-DR=4", "-w"),
                                List.of()));
    }

    @Test
    void shouldWritePtxToAFileAndWarningsToTheErrorOutput() throws IOException {
        compiler.answer = new Build.Built("ptx", "a.cu:1:1: warning: w\n", Map.of(), List.of());
        Path ptx = folder.resolve("a.ptx");
        assertThat(compile(file("a.cu", ""), "--file", ptx.toString())).isZero();
        assertThat(ptx).hasContent("ptx");
        assertThat(out.toString()).isEmpty();
        assertThat(errors.toString()).isEqualTo("a.cu:1:1: warning: w\n");
    }

    @Test
    void shouldFailWithTheCompilersErrors() throws IOException {
        compiler.answer = new Build.Failed("a.cu:1:1: error: e");
        assertThat(compile(file("a.cu", ""))).isEqualTo(1);
        assertThat(errors.toString()).isEqualTo("a.cu:1:1: error: e\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldRefuseFilesThatItCannotCompile() throws IOException {
        assertThat(compile(file("a.txt", ""))).isEqualTo(2);
        assertThat(errors.toString()).contains("'a.txt' ends neither in .cu (CUDA C++) nor in .cl");
        assertThat(compile(folder.resolve("missing.cu").toString())).isEqualTo(2);
        assertThat(errors.toString()).contains("missing.cu does not exist");
    }

    @Test
    void shouldNameTheArtifactWithoutACompiler() throws IOException {
        assertThat(compile(Optional.empty(), file("a.cu", ""))).isEqualTo(1);
        assertThat(errors.toString()).contains("the artifact dev.hira:hira-sim-compiler");
    }
}
