package dev.hira.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.completion.ScriptCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The scripts about containers where no container can run, with stubs in place of programs. */
final class ScriptsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final int UNAVAILABLE = 69;

    @TempDir private Path folder;

    /** How a script ended. */
    private record Ended(int status, String output) {
        List<String> lines() {
            return output.lines().toList();
        }
    }

    /** Puts a program in front of those of the machine. */
    private void stub(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended run(String... command) throws Exception {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().put("HIRA_ENGINE", folder.resolve("engine").toString());
        Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(output, UTF_8));
    }

    @Test
    void shouldSayThatNoEngineCanRunWhereItsServiceEnds() throws Exception {
        stub("bin/podman", "exit 1");
        stub("bin/apt-get", "exit 1");

        Ended up = run(ROOT.resolve("deploy/containers/engine.sh").toString(), "up");

        assertThat(up.status()).as(up.output()).isEqualTo(UNAVAILABLE);
        assertThat(up.output()).contains("engine: ").doesNotContain("DOCKER_HOST");
        assertThat(folder.resolve("engine/service.pid")).doesNotExist();
    }

    /** The script checks the options before it builds the program that has them. */
    @Test
    void shouldKnowTheOptionsOfImages() {
        assertThat(ScriptCommand.IMAGES.options())
                .containsExactlyInAnyOrderElementsOf(
                        new CommandLine(new Images())
                                .getCommandSpec().options().stream()
                                        .filter(option -> !option.hidden())
                                        .map(OptionSpec::longestName)
                                        .filter(name -> !name.matches("--help|--version"))
                                        .toList());
    }

    /** Runs continuous integration with a script {@code hira} in place of ours. */
    private Ended integrate(String hira) throws Exception {
        Files.createDirectories(folder.resolve(".ci"));
        Files.copy(ROOT.resolve(".ci/run"), folder.resolve(".ci/run"));
        stub("bin/promtool", "exit 0");
        stub("bin/clinfo", "exit 0");
        stub("deploy/containers/engine.sh", "echo the engine goes $1");
        stub("hira", hira);
        return run("bash", folder.resolve(".ci/run").toString());
    }

    @Test
    void shouldCountTheTestsThatCannotRun() throws Exception {
        Ended ended =
                integrate(
                        """
                        if [ "${2:-}" = --containers ]; then
                            echo "hira: NOT RUN: the tests in containers" >&2
                            echo "Tests run: 11, Failures: 0, Errors: 0, Skipped: 11, Time elapsed: 1 s"
                            echo "Tests run: 11, Failures: 0, Errors: 0, Skipped: 11"
                        elif [ "$1" = soak ]; then
                            echo "seed 4: 2 programs, 7 events, 0 failures"
                        elif [ "${2:-}" = --conformance ]; then
                            echo "[INFO] Tests run: 8, Failures: 0, Errors: 0, Skipped: 2"
                        else
                            echo "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1"
                        fi\
                        """);

        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.lines())
                .contains("the engine goes down")
                .endsWith(
                        "hira: NOT RUN: the tests in containers",
                        "Tests run: 34, Failures: 0, Errors: 0, Skipped: 16",
                        "18 passed, 0 failed, 16 skipped");
    }

    @Test
    void shouldSoakAfterTheTestsAndFailWithASoak() throws Exception {
        Ended ended =
                integrate(
                        """
                        if [ "$1" != soak ]; then
                            echo "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"
                        elif [ "$2" = faults ]; then
                            echo "seed 4: 2 programs, 7 deaths, 1 failures"
                            exit 1
                        else
                            echo "seed 5: 2 programs, 7 events, 0 failures"
                        fi\
                        """);

        assertThat(ended.status()).as(ended.output()).isOne();
        assertThat(ended.lines())
                .contains("soak migration:", "soak with seed 4: 2 programs, 7 deaths, 1 failures");
        assertThat(ended.lines())
                .filteredOn(line -> line.startsWith("soak with seed 5"))
                .hasSize(6);
    }

    @Test
    void shouldFailAndCountWhenATestFails() throws Exception {
        Ended ended =
                integrate(
                        """
                        [ "${2:-}" != --containers ] || exit 9
                        echo "[ERROR] SumTest.shouldAdd -- Time elapsed: 0.1 s <<< FAILURE!"
                        echo "expected: 2"
                        for line in $(seq 100); do echo "at line $line"; done
                        echo "[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 0"
                        exit 1\
                        """);

        assertThat(ended.status()).as(ended.output()).isEqualTo(1);
        assertThat(ended.lines())
                .anyMatch(line -> line.startsWith("NOT RUN: the tests in containers"))
                .endsWith(
                        "Tests run: 5, Failures: 1, Errors: 1, Skipped: 0",
                        "3 passed, 2 failed, 0 skipped");
        // Once where it failed, and again close to the end.
        assertThat(ended.lines()).filteredOn(line -> line.equals("expected: 2")).hasSize(2);
        assertThat(ended.lines()).filteredOn(line -> line.equals("at line 90")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--thorough", "--conformance"})
    void shouldFailWhenOnlyATestOfAnotherRunFails(String run) throws Exception {
        Ended ended =
                integrate(
                        """
                        if [ "${2:-}" = RUN ]; then
                            echo "[ERROR] Tests run: 8, Failures: 1, Errors: 0, Skipped: 0"
                            exit 1
                        fi
                        echo "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"\
                        """
                                .replace("RUN", run));

        assertThat(ended.status()).as(ended.output()).isEqualTo(1);
        assertThat(ended.lines()).anyMatch(line -> line.startsWith("NOT RUN: the soaks"));
        assertThat(ended.lines().getLast()).isEqualTo("22 passed, 1 failed, 0 skipped");
    }

    @Test
    void shouldFailWhenOnlyATestInAContainerFails() throws Exception {
        Ended ended =
                integrate(
                        """
                        if [ "${2:-}" = --containers ]; then
                            echo "[ERROR] Tests run: 11, Failures: 1, Errors: 0, Skipped: 0"
                            exit 1
                        fi
                        echo "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"\
                        """);

        assertThat(ended.status()).as(ended.output()).isEqualTo(1);
        assertThat(ended.lines().getLast()).isEqualTo("30 passed, 1 failed, 0 skipped");
    }
}
