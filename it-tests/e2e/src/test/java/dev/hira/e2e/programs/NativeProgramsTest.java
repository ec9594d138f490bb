package dev.hira.e2e.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hira.cli.Main;
import dev.hira.cli.launch.LocalStack;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Programs of Debian's packages, in one process with their GPU and behind a router. */
@Timeout(300)
final class NativeProgramsTest {
    private static final Pattern VARIABLE = Pattern.compile("export (\\w+)='(.*)'");
    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "2"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    /** What a program has printed to its standard output, and its exit status. */
    private record Ended(int status, String output) {}

    private static List<String> options(String way) {
        return way.equals("remote")
                ? List.of("--uri", stack.uri() + "?vm=blue&devices=2")
                : List.of("--uri", "sim:?devices=2");
    }

    private static void require(String program, String debianPackage) {
        boolean installed =
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        if (!installed) {
            abort(
                    "NOT RUN: "
                            + program
                            + " is missing; install the Debian package '"
                            + debianPackage
                            + "'");
        }
    }

    /** Returns the variables that {@code hira run --print-env} prints. */
    private static Map<String, String> variables(List<String> options) {
        StringWriter out = new StringWriter();
        CommandLine line = Main.commandLine("run");
        line.setOut(new PrintWriter(out, true));
        List<String> arguments = new ArrayList<>(List.of("run", "--print-env"));
        arguments.addAll(options);
        assertThat(line.execute(arguments.toArray(String[]::new))).isZero();
        return VARIABLE.matcher(out.toString())
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    private static Ended run(List<String> options, String... command) throws Exception {
        Path output = Files.createTempFile("program-", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables(options));
        int status = builder.start().waitFor();
        String text = Files.readString(output, UTF_8);
        Files.delete(output);
        return new Ended(status, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "remote"})
    void shouldTellClinfoAllAboutTheDevices(String way) throws Exception {
        require("clinfo", "clinfo");
        Ended ended = run(options(way), "clinfo");

        assertThat(ended.status()).isZero();
        assertThat(ended.output())
                .contains("Number of platforms                               2")
                .containsPattern("Platform Version +OpenCL 3\\.0 Hira")
                .containsPattern("Device Name +Hira Default")
                .containsPattern("Compiler Available +Yes")
                .containsPattern("Max work group size +1024")
                .containsPattern("Preferred work group size multiple \\(kernel\\) +32")
                .containsPattern("clCreateContext\\(NULL, \\.\\.\\.\\) \\[default\\] +Success")
                .doesNotContainPattern("(?i)<[^>]*error");
    }

    @Test
    void shouldListDevicesOfBothPlatformsInShort() throws Exception {
        require("clinfo", "clinfo");
        Ended ended = run(options("local"), "clinfo", "-l");

        assertThat(ended.output().lines().filter(line -> line.contains("Device #0"))).hasSize(2);
    }

    @Test
    void shouldEndWithTheStatusOfTheProgram() {
        assertThat(
                        Main.commandLine("run")
                                .execute("run", "--uri", "sim:", "--", "sh", "-c", "exit 7"))
                .isEqualTo(7);
    }
}
