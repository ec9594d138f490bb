package dev.hira.e2e.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hira.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs programs that were not written for Hira, with the environment that hira run sets. */
final class NativePrograms {
    private static final Pattern VARIABLE = Pattern.compile("export (\\w+)='(.*)'");

    private NativePrograms() {}

    /** What a program has printed to its standard output, and its exit status. */
    record Ended(int status, String output) {}

    /** Sees each line that a program prints, and may write to its input. */
    interface Watcher {
        void line(String line, Writer input) throws IOException;
    }

    /**
     * A way to run programs.
     *
     * @param options of {@code hira run}
     * @param variables beside those that {@code hira run} sets
     */
    record Setting(List<String> options, Map<String, String> variables, Path folder) {
        Setting(List<String> options) {
            this(options, Map.of(), Path.of(""));
        }

        Setting with(Map<String, String> more) {
            return new Setting(options, more, folder);
        }
    }

    /** Skips a test, loudly, where a program is not installed. */
    static void require(String program, String debianPackage) {
        boolean installed =
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        if (!installed) {
            missing(program, debianPackage);
        }
    }

    /** Skips a test, loudly. */
    static void missing(String what, String debianPackage) {
        abort(
                "NOT RUN: "
                        + what
                        + " is missing; install the Debian package '"
                        + debianPackage
                        + "'");
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

    static Ended run(Setting setting, String... command) throws Exception {
        return run(setting, (_, _) -> {}, command);
    }

    /** Runs a program and watches what it prints. */
    static Ended run(Setting setting, Watcher watcher, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(setting.folder.toAbsolutePath().toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables(setting.options));
        builder.environment().putAll(setting.variables);
        Process process = builder.start();
        StringBuilder text = new StringBuilder();
        try (BufferedReader output = process.inputReader(UTF_8);
                Writer input = process.outputWriter(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                text.append(line).append('\n');
                watcher.line(line, input);
            }
        } finally {
            process.destroy();
        }
        return new Ended(process.waitFor(), text.toString());
    }
}
