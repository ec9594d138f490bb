package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.gallery.catalog.Gallery;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
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

        assertThat(err.toString()).contains("not compiled for sm_80; choose one of sm_75, sm_90");
    }

    @Test
    void shouldRefuseOneSizeForAllPrograms() {
        assertThat(hira("kernels", "all", "--size", "100")).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(err.toString()).contains("--size is for one program");
    }

    @Test
    void shouldRefuseWrongOptions() {
        refuses("the size must be a multiple of 16, not 17", "--size", "17");
        refuses("a problem cannot have the size -4; it must be at least 1", "--size", "-4");
        refuses("--repeat must be at least 1, not 0", "--repeat", "0");
        refuses("'blah' does not begin with a scheme; write ", "--uri", "blah");
        refuses("enormous", "--uri", "sim:?profile=enormous");
    }

    private void refuses(String why, String... options) {
        String[] command = {"kernels", "matmul", options[0], options[1]};
        assertThat(hira(command)).as(why).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(why);
    }

    @Test
    void shouldTakeTheUriOfTheEnvironmentWhereNoneIsNamed() {
        for (Object command :
                List.of(kernelsAt("blah"), new GpusCommand(Map.of("HIRA_URI", "blah")))) {
            CommandLine line = Main.shared(new CommandLine(command));
            StringWriter said = new StringWriter();
            line.setErr(new PrintWriter(said, true));
            String[] words =
                    command instanceof KernelsCommand ? new String[] {"saxpy"} : new String[0];
            assertThat(line.execute(words)).isEqualTo(CommandLine.ExitCode.USAGE);
            assertThat(said.toString()).contains("'blah' does not begin with a scheme");
        }
        for (String none : List.of("", " ")) {
            assertThat(GpusCommand.uriIn(Map.of("HIRA_URI", none))).isEqualTo("sim:");
        }
        assertThat(GpusCommand.uriIn(Map.of())).isEqualTo("sim:");
        assertThat(new CommandLine(kernelsAt("blah")).execute("saxpy", "--small", "--uri", "sim:"))
                .isZero();
    }

    private static KernelsCommand kernelsAt(String uri) {
        return new KernelsCommand(Map.of("HIRA_URI", uri));
    }

    @Test
    void shouldFailWithASentenceWhenAProgramCannotRun() {
        assertThat(hira("kernels", "matmul", "--uri", "sim:?profile=small&memory=64KiB"))
                .isEqualTo(1);

        assertThat(out.toString()).contains("matmul", "FAILED");
    }
}
