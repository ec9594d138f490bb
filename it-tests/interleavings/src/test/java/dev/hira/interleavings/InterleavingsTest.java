package dev.hira.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the interleaving tests in JVMs of jcstress. The short mode gives one or two tests of each
 * class a fraction of a second; {@code ./hira test --interleavings} runs all of them, each with
 * several ways to compile each thread's code.
 */
@Tag("thorough")
class InterleavingsTest {
    private static final List<String> JVM =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    private static final List<String> SHORT =
            List.of("-sc", "false", "-f", "1", "-iters", "1", "-time", "200");
    private static final List<String> LONG = List.of("-f", "1", "-iters", "5", "-time", "500");
    private static final String SHORT_TESTS =
            "ItemsAndTask|CallerSleeps|Space|AnswerAndEnd|CallAndEnd|TwoThreads|SeatLent";

    private final Path target = Path.of("target").toAbsolutePath();
    private final boolean isLong = Boolean.getBoolean("interleavings.long");
    private final String selected = System.getProperty("interleavings.tests", SHORT_TESTS);

    @Test
    @Timeout(value = 4, unit = TimeUnit.HOURS)
    void noInterleavingOfThreadsHasAForbiddenResult() throws Exception {
        Path log = target.resolve("interleavings.log");
        Process process =
                new ProcessBuilder(command())
                        .directory(Files.createDirectories(target.resolve("jcstress")).toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            int status = process.waitFor();
            assertThat(status).as(() -> report(log)).isZero();
            assertThat(Files.readString(log)).containsPattern("[1-9][0-9]* passed, 0 failed");
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("org.openjdk.jcstress.Main");
        command.addAll(List.of("-t", selected, "-r", target.resolve("jcstress") + "/"));
        command.addAll(isLong ? LONG : SHORT);
        command.addAll(List.of(isLong ? "-jvmArgsPrepend" : "-jvmArgs", String.join(" ", JVM)));
        return command;
    }

    private static String report(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return "the log is "
                    + log
                    + ":\n"
                    + String.join("\n", lines.filter(line -> !line.contains(".. OK")).toList());
        } catch (IOException e) {
            return "there is no log: " + e;
        }
    }
}
