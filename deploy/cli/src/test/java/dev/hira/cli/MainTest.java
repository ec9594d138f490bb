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
    void shouldNameAMissingScenarioOnce(@TempDir Path folder) {
        Path none = folder.resolve("nosuch.conf");
        assertThat(hira.run("lab", "scenario", none.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(hira.err())
                .startsWith("hira lab scenario: the scenario " + none + " cannot be read: ")
                .doesNotContain("Exception");
    }
}
