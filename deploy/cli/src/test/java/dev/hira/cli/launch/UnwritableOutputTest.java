package dev.hira.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose standard output cannot be written, in processes of their own. */
final class UnwritableOutputTest {
    private static final long PATIENCE_SECONDS = 120;

    @TempDir private Path folder;

    @SuppressWarnings("NullAway.Init") // each test starts it
    private Process process;

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private void start(Redirect output, String... command) throws IOException {
        process =
                new ProcessBuilder(JvmCommand.of("dev.hira.cli.Main", List.of(), List.of(command)))
                        .redirectOutput(output)
                        .redirectError(errors().toFile())
                        .start();
    }

    private Path errors() {
        return folder.resolve("errors");
    }

    private int exitStatus() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void shouldFailWithASentenceWhenTheDiskIsFull() throws Exception {
        try (LiveStack stack = new LiveStack(folder)) {
            List<String[]> commands =
                    List.of(
                            new String[] {"version"},
                            new String[] {"export", "--timeout", "120", "--admin", stack.admin()},
                            top(stack));
            for (String[] command : commands) {
                start(Redirect.to(Path.of("/dev/full").toFile()), command);
                assertThat(exitStatus()).as(command[0]).isEqualTo(1);
                assertThat(Files.readString(errors()))
                        .startsWith("hira " + command[0] + ": the answer cannot be written to ")
                        .contains("No space left on device")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void shouldEndQuietlyWhenTheReaderHasEnded() throws Exception {
        try (LiveStack stack = new LiveStack(folder)) {
            start(Redirect.PIPE, top(stack));
            readALineAndEnd();
            assertThat(exitStatus()).isZero();
            assertThat(errors()).isEmptyFile();

            start(Redirect.PIPE, "events", "--admin", stack.admin());
            happen(stack, true);
            readALineAndEnd();
            happen(stack, false);
            assertThat(exitStatus()).isZero();
            assertThat(errors()).isEmptyFile();
        }
    }

    private static String[] top(LiveStack stack) {
        return new String[] {
            "top", "--interval", "100ms", "--timeout", "120", "--admin", stack.admin()
        };
    }

    private void readALineAndEnd() throws IOException {
        try (BufferedReader reader = process.inputReader()) {
            assertThat(reader.readLine()).isNotEmpty();
        }
    }

    /** Lets events happen until the process has printed some, or has ended. */
    private void happen(LiveStack stack, boolean untilPrinted) throws Exception {
        Hira hira = new Hira();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < end
                && (untilPrinted
                        ? process.getInputStream().available() == 0
                        : !process.waitFor(100, TimeUnit.MILLISECONDS))) {
            try (CudaDriver blue = stack.open("blue")) {
                assertThat(blue.cuDeviceGetCount()).isEqualTo(1);
            }
            assertThat(hira.runAt(stack.admin(), "vm", "list")).isZero();
        }
    }
}
