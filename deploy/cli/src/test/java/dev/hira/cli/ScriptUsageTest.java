package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** The commands of the script itself refuse a wrong use as the others do, and before they build. */
final class ScriptUsageTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir private Path folder;

    private String refusal(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("hira").toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.USAGE);
        return Files.readString(output);
    }

    @Test
    void shouldRefuseAWrongUseInTheWordsOfTheOtherCommands() throws Exception {
        for (String command : List.of("images", "publish", "guest-jar")) {
            assertThat(refusal(command, "--bogus"))
                    .isEqualTo(
                            "hira %1$s: unknown option: '--bogus'%n'hira %1$s --help' tells its options"
                                            .formatted(command)
                                    + " and shows an example\n");
        }
        assertThat(refusal("images", "--out", "x", "y")).contains("unmatched argument: 'y'");
        assertThat(refusal("publish", "--to")).contains("missing value for option '--to'");
        assertThat(refusal("guest-jar", "a", "b")).contains("unmatched argument: 'b'");
    }

    @Test
    void shouldNameTheFolderThatCannotBeCreated() throws Exception {
        Path taken = Files.createFile(folder.resolve("file"));
        for (String wrong : List.of("/proc/nope", taken.resolve("x").toString())) {
            assertThat(refusal("guest-jar", "--compiler", wrong))
                    .startsWith("hira guest-jar: the folder " + wrong + " cannot be created: ")
                    .doesNotContain("mkdir");
        }
    }
}
