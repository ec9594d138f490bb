package dev.hira.cli.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

final class CompletionTest {
    /** Completes the words after the script and prints the candidates. */
    private static final String ASK_BASH =
            """
            . "$1"; shift
            compopt() { :; }
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            _complete_hira
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private final Map<String, String> environment = new HashMap<>();

    private Path script(String shell) throws IOException {
        assertThat(hira.run("completion", shell)).isZero();
        return Files.writeString(folder.resolve("hira." + shell), hira.out());
    }

    private static boolean exists(String shell) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(part -> Files.isExecutable(Path.of(part, shell)));
    }

    private List<String> run(String... command) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder shell =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        shell.environment().remove("HIRA_ADMIN");
        shell.environment().putAll(environment);
        Process process = shell.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return Files.readAllLines(output, UTF_8);
    }

    private List<String> bash(Path script, String... words) throws Exception {
        String[] command = {"bash", "-c", ASK_BASH, "ask", script.toString()};
        String[] all = Arrays.copyOf(command, command.length + words.length);
        System.arraycopy(words, 0, all, command.length, words.length);
        return run(all);
    }

    @Test
    void shouldCompleteInBash() throws Exception {
        assumeTrue(exists("bash"));
        Path script = script("bash");

        assertThat(bash(script, "hira", "vm", "mi")).containsExactly("migrate");
        assertThat(bash(script, "hira", "vm", "list", "-o", ""))
                .containsExactly("table", "json", "yaml", "name");
        assertThat(bash(script, "hira", "kernels", "matm")).containsExactly("matmul");
        assertThat(bash(script, "hira", "lab", "run", "neon-sw")).containsExactly("neon-sweep");
        assertThat(bash(script, "hira", "scheduler", "set", "gpu/0", "wfq-fi"))
                .containsExactly("wfq-fixed");
        assertThat(bash(script, "hira", "so")).containsExactly("soak");
        assertThat(bash(script, "hira", "soak", "ex")).containsExactly("exhaustion");
        assertThat(bash(script, "hira", "images", "--com")).containsExactly("--compiler");
        assertThat(bash(script, "hira", "policy", "set", "--vers"))
                .containsExactlyInAnyOrder("--version", "--version-read");
    }

    /** Writes a program that notes its arguments and prints the file {@code KIND.names}. */
    private String program() throws IOException {
        Path program = folder.resolve("hira");
        Files.writeString(
                program,
                """
                #!/bin/sh
                echo "$HIRA_COMPLETING $*" >>%1$s/asked
                cat %1$s/$1.names
                """
                        .formatted(folder));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program.toString();
    }

    /** Returns the commands that the completion has called, each of which it marked as its own. */
    private List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked")).stream()
                .map(line -> line.replaceFirst("^1 ", ""))
                .toList();
    }

    @Test
    void shouldCompleteTheNamesThatTheRouterKnows() throws Exception {
        assumeTrue(exists("bash"));
        Path script = script("bash");
        String program = program();
        Path file = Files.createFile(folder.resolve("earlier.checkpoint"));
        try (LiveStack stack = new LiveStack(folder, List.of("left", "right"));
                CudaDriver _ = stack.open("blue");
                CudaDriver _ = stack.open("black")) {
            for (String kind : List.of("vm", "server", "device")) {
                assertThat(hira.runAt(stack.admin(), kind, "list", "-o", "name")).isZero();
                Files.writeString(folder.resolve(kind + ".names"), hira.out());
            }
            environment.put("HIRA_ADMIN", stack.admin());

            assertThat(bash(script, program, "vm", "migrate", "bl"))
                    .containsExactly("black", "blue");
            assertThat(bash(script, program, "vm", "migrate", "blue", "--to", "r"))
                    .containsExactly("right", "right/0");
            assertThat(bash(script, program, "server", "drain", "le")).containsExactly("left");
            environment.remove("HIRA_ADMIN");
            assertThat(
                            bash(
                                    script,
                                    program,
                                    "session",
                                    "list",
                                    "--admin",
                                    stack.admin(),
                                    "--vm",
                                    "blu"))
                    .containsExactly("blue");
            String end = " list -o name --timeout 2s --admin " + stack.admin();
            assertThat(asked())
                    .containsExactly("vm" + end, "device" + end, "server" + end, "vm" + end);
            for (String command : asked()) {
                assertThat(hira.run(command.replace(" 2s ", " 120s ").split(" "))).isZero();
            }

            // Options and files need no router.
            assertThat(bash(script, program, "vm", "migrate", "--t"))
                    .containsExactly("--tls", "--timeout", "--to");
            assertThat(bash(script, program, "vm", "checkpoint", "blue", folder + "/ea"))
                    .containsExactly(file.toString());
            assertThat(asked()).hasSize(4);
        }
    }

    @Test
    void shouldCompleteNoNamesWithoutARouter() throws Exception {
        assumeTrue(exists("bash"));
        Path script = script("bash");
        String program = program();

        assertThat(bash(script, program, "vm", "show", "")).containsExactly("");
        environment.put("HIRA_ADMIN", "hira+unix://" + folder.resolve("nowhere.sock"));
        assertThat(bash(script, program, "vm", "show", "")).containsExactly("");
        assertThat(folder.resolve("asked")).doesNotExist();
        environment.put("HIRA_ADMIN", "hira://127.0.0.1:1");
        assertThat(bash(script, program, "vm", "show", "")).containsExactly("");
        assertThat(folder.resolve("asked")).exists();
    }

    @Test
    void shouldCompleteInZsh() throws Exception {
        assumeTrue(exists("zsh"));

        assertThat(run("zsh", "-fc", ". " + script("zsh") + "; print ${_comps[hira]}"))
                .containsExactly("_bash_complete -F _complete_hira -o default");
    }

    @Test
    void shouldCompleteInFish() throws Exception {
        assumeTrue(exists("fish"));
        String load = "source " + script("fish") + "; complete -C ";

        assertThat(run("fish", "-Nc", load + "'hira vm mi'"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("migrate\t");
        assertThat(run("fish", "-Nc", load + "'hira vm list -o y'"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("yaml\t");
    }

    @Test
    void shouldWriteALineForFishForEachCommandAndOption() throws IOException {
        assertThat(Files.readAllLines(script("fish")))
                .contains(
                        "complete -c hira -n '__hira_at' -f -a soak -d 'Run programs while their VM moves"
                                + " or loses its server'",
                        "complete -c hira -n '__hira_at vm list' -l active -d 'Only VMs that have"
                                + " sessions now'",
                        "complete -c hira -n '__hira_at completion' -f -a 'bash zsh fish'");
    }

    @Test
    void shouldNameTheShells() {
        assertThat(hira.run("completion", "tcsh")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("'tcsh' was asked; allowed are bash, zsh, fish");
    }
}
