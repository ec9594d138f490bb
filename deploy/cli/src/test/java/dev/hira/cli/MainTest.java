package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.Hira;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** The help texts, and the errors of commands that need no router. */
final class MainTest {
    private final Hira hira = new Hira();

    @Test
    void shouldBreakNoLineOfTheHelpsFooters() {
        assertThat(hira.run("help")).isZero();
        assertThat(hira.out())
                .contains("for example sim: or hira://host:port.", "memory, race or\n");
        assertThat(hira.run("policy", "--help")).isZero();
        assertThat(hira.out()).contains("also 250ms; or unlimited");
        assertThat(hira.run("policy", "set", "--help")).isZero();
        assertThat(hira.out()).contains("VM SETTING=VALUE...");
    }

    @Test
    void shouldListTheCommandsOfTheScriptToo() {
        assertThat(hira.run("vmm")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .contains("vm, ", ", test, bench, soak, build, guest-jar, publish, images");
        assertThat(hira.run("vm", "lisst")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("hira vm has the commands ").doesNotContain("guest-jar");
        assertThat(hira.run("help")).isZero();
        assertThat(hira.out()).containsPattern("completion +Print a script .* options\\.");
    }

    @Test
    void shouldRefuseACommandThatNeedsAnotherOne() {
        Main.commandLine("help")
                .getSubcommands()
                .forEach((name, command) -> {
                    if (!command.getSubcommands().isEmpty()) {
                        assertThat(hira.run(name)).as(name).isEqualTo(ExitCode.USAGE);
                        assertThat(hira.err()).as(name).startsWith("hira " + name + ": ");
                    }
                });
    }

    @Test
    void shouldRefuseAnUnknownCommandEvenWhenHelpIsAsked() {
        assertThat(hira.run("nosuchcommand", "--help")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira: unmatched argument");
        assertThat(hira.run("vm", "lisst", "--help")).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).contains("hira vm has the commands ");
        assertThat(hira.run("vm", "list", "--help")).isZero();
    }

    @Test
    void shouldSayWhichValuesAreAllowed() {
        refuses("'xml' was asked; allowed are table, json, yaml, name", "gpus", "-o", "xml");
        refuses("'x' was asked; allowed is a whole number", "kernels", "--size", "x");
        refuses("allowed is a whole number from -2147483648", "kernels", "--size", "99999999999");
        refuses("'y' was asked; allowed is a whole number", "kernels", "--seed", "y");
        refuses("'few' was asked; allowed is a number", "trace", "blue", "--seconds", "few");
    }

    private void refuses(String why, String... command) {
        assertThat(hira.run(command)).as(why).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err()).startsWith("hira " + command[0] + ": invalid value for ");
        assertThat(hira.err()).contains(why).doesNotContain("[", "insensitive");
    }

    @Test
    void shouldRefuseALevelOfTheLogThatDoesNotExist() {
        assertThat(Main.execute("chatty", "version")).isEqualTo(ExitCode.USAGE);
        assertThat(Main.execute("WARN", "version")).isZero();
        assertThat(Main.execute(null, "version")).isZero();
    }

    @Test
    void shouldNameAMissingScenarioOnce(@TempDir Path folder) {
        Path none = folder.resolve("nosuch.conf");
        assertThat(hira.run("lab", "scenario", none.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .startsWith("hira lab scenario: the file " + none + " does not exist")
                .doesNotContain("Exception");
    }
}
