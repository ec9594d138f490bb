package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.gallery.catalog.Gallery;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class KernelsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int hira(String... arguments) {
        CommandLine line = Main.commandLine("kernels");
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    @Test
    void shouldListTheGallery() {
        assertThat(hira("kernels")).isZero();

        assertThat(out.toString().lines()).hasSize(Gallery.programs().size() + 1);
        assertThat(out.toString()).contains("matmul", "Multiplies two square matrices");
    }

    @Test
    void shouldListTheKnownPrograms() {
        assertThat(hira("kernels", "matmull")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString())
                .startsWith("hira kernels: the gallery has no program named matmull; it has ")
                .contains("matmul, transpose");
    }

    @Test
    void shouldListTheKnownArchitectures() {
        assertThat(hira("kernels", "saxpy", "--ptx", "sm_80"))
                .isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString()).contains("not compiled for sm_80; choose one of [sm_75, sm_90]");
    }

    @Test
    void shouldRefuseOneSizeForAllPrograms() {
        assertThat(hira("kernels", "all", "--size", "100")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString()).contains("--size is for one program");
    }

    @Test
    void shouldFailWithASentenceWhenAProgramCannotRun() {
        assertThat(hira("kernels", "matmul", "--size", "17")).isEqualTo(1);

        assertThat(out.toString())
                .contains("matmul", "FAILED", "the size must be a multiple of 16, not 17");
    }
}
