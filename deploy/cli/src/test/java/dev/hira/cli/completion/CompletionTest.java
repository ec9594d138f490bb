package dev.hira.cli.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hira.cli.testing.Hira;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
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
        assertThat(bash(script, "hira", "so")).containsExactly("soak");
        assertThat(bash(script, "hira", "policy", "set", "--vers"))
                .containsExactlyInAnyOrder("--version", "--version-read");
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
