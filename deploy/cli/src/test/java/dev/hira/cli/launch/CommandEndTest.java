package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** What commands leave when they end, in processes of their own. */
final class CommandEndTest {
    private static final long PATIENCE_SECONDS = 120;

    @TempDir private Path folder;

    private ProcessBuilder command(String... words) {
        List<String> options = List.of("-Djava.io.tmpdir=" + folder);
        return new ProcessBuilder(JvmCommand.of("dev.hira.cli.Main", options, List.of(words)))
                .redirectErrorStream(true);
    }

    private static void awaitEnd(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldSayOnlyASentenceAboutAWrongLevelOfTheLog() throws Exception {
        ProcessBuilder version = command("version");
        version.environment().put("HIRA_LOG", "loud");
        Process process = version.start();
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.lines())
                    .containsExactly(
                            "hira: HIRA_LOG: 'loud' is no level; levels are [error, warn, info, debug,"
                                    + " trace]");
            awaitEnd(process);
            assertThat(process.exitValue()).isEqualTo(ExitCode.USAGE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldRemoveTheFolderOfTheDemoWhenASignalEndsIt() throws Exception {
        Process process = command("demo").start();
        try (BufferedReader said = process.inputReader()) {
            String line = said.readLine();
            while (line != null && !line.contains("router at ")) {
                line = said.readLine();
            }
            assertThat(line).isNotNull();
            assertThat(sockets()).isNotEmpty();
            process.destroy();
            awaitEnd(process);
            assertThat(sockets()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private List<Path> sockets() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().contains("/hira-")).toList();
        }
    }
}
