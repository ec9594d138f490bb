package dev.hira.icd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.icd.Programs.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program in C uses a simulated GPU in its own process; {@code src/test/c} has its scenarios. */
final class NativeProgramTest {
    @TempDir static Path folder;

    private static Path library = Path.of("");
    private static Path program = Path.of("");

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        library = Programs.library(folder);
        program = Programs.build(folder);
    }

    private static Ended run(Map<String, String> variables, String scenario)
            throws IOException, InterruptedException {
        return Programs.run(variables, List.of(program.toString(), library.toString(), scenario));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vectors",
                "mapped",
                "shared_memory",
                "failures_of_contexts",
                "images",
                "handles",
                "counts",
                "callbacks",
                "forks",
                "first_in_child",
                "threads",
                "small_stacks",
                "own_signals"
            })
    void shouldRunTheScenario(String scenario) throws Exception {
        Ended ended = run(Map.of(), scenario);
        assertThat(ended.output()).endsWith("ok\n");
        assertThat(ended.status()).isZero();
    }

    /** Runs a scenario behind other commands of a shell. */
    private static Ended runAfter(String commands, String scenario)
            throws IOException, InterruptedException {
        return Programs.run(
                Map.of(),
                List.of(
                        "/bin/sh",
                        "-c",
                        "cd %s && %s && exec %s %s %s"
                                .formatted(folder, commands, program, library, scenario)));
    }

    @Test
    void shouldIncludeFilesOfTheProgramsFolders() throws Exception {
        Files.writeString(folder.resolve("add.h"), "#define ADD(a, b) ((a) + (b))\n");
        assertThat(runAfter("true", "includes").output()).endsWith("ok\n");
    }

    @Test
    void shouldRunOnASmallStack() throws Exception {
        assertThat(runAfter("ulimit -s 512", "mapped").output()).endsWith("ok\n");
    }

    @Test
    void shouldSayThatAProcessMayHaveTooFewFiles() throws Exception {
        assertThat(runAfter("ulimit -n 64", "counts").output())
                .contains(
                        "hira: OpenCL is not available: a process may have fewer than 128 open files")
                .contains("platforms: -1001, not 0")
                .doesNotContain("java.lang");
    }

    @Test
    void shouldReportBuildErrorsWithTheirLine() throws Exception {
        Ended ended = run(Map.of(), "build_errors");
        assertThat(ended.output())
                .contains("program.cl:1:32: error: use of undeclared identifier 'y'")
                .endsWith("ok\n");
    }

    @Test
    void shouldEndWithTheStatusThatAFunctionOfTheProgramExitsWith() throws Exception {
        Ended ended = run(Map.of(), "exits");
        assertThat(ended.output()).endsWith("ok\n");
        assertThat(ended.status()).isEqualTo(42);
    }

    @Test
    void shouldPrintTheTextsOfFailuresOnRequest() throws Exception {
        Ended ended = run(Map.of(NativeOpenCl.ERRORS_VARIABLE, "1"), "counts");
        assertThat(ended.output())
                .contains("hira: clReleaseContext fails:")
                .contains("CL_INVALID_CONTEXT")
                .contains("released the object as often as it has retained it");
    }

    @Test
    void shouldHaveNoPlatformAndSayWhyWhenTheUriIsWrong() throws Exception {
        Ended ended = run(Map.of("HIRA_URI", "nowhere:"), "counts");
        assertThat(ended.output())
                .contains(
                        "hira: OpenCL is not available: no driver on the class path opens nowhere:")
                .contains("platforms: -1001, not 0");
        assertThat(ended.status()).isNotZero();
    }

    @Test
    void shouldJoinTheJvmOfAJavaProgram() throws Exception {
        Ended ended =
                Programs.java(
                        "target/test-classes", JoiningProgram.class.getName(), library.toString());
        assertThat(ended.output()).endsWith("code 0, platforms 1\n");
        assertThat(ended.status()).isZero();
    }
}
