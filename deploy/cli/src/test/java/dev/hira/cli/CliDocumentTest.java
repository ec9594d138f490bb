package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.client.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/cli.md lists what the command line has, and the script keeps its rules. */
final class CliDocumentTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static String document() throws IOException {
        return Files.readString(ROOT.resolve("docs/cli.md"));
    }

    @Test
    void shouldListEachExitStatus() throws IOException {
        String document = document();
        for (ExitStatus status : ExitStatus.values()) {
            assertThat(document).contains("| " + status.code() + " | " + status.meaning() + " |");
        }
    }

    @Test
    void shouldListEachCommand() throws IOException {
        String document = document();
        CommandLines.of("help").getSubcommands().keySet().stream()
                .filter(name -> !name.equals("help"))
                .forEach(name -> assertThat(document).contains("`" + name));
    }

    @Test
    void shouldHelpWithTheCommandsOfTheScript(@TempDir Path folder) throws Exception {
        for (String command : new String[] {"test", "build", "guest-jar"}) {
            Path output = folder.resolve(command);
            Process process =
                    new ProcessBuilder(ROOT.resolve("hira").toString(), command, "--help")
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(Files.readString(output))
                    .startsWith("Usage: hira " + command)
                    .contains("Examples:\n  hira " + command);
        }
    }
}
