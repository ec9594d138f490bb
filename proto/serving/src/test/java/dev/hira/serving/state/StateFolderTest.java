package dev.hira.serving.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateFolderTest {
    @TempDir private Path temporary;

    @Test
    void shouldCreateTheFolderForThisUserOnly() throws IOException {
        Path path = temporary.resolve("a/b");
        try (StateFolder folder = StateFolder.open(path)) {
            RecordLog.open(folder.file("log"), 1, _ -> {}).close();
        }

        assertThat(mode(path)).isEqualTo("rwx------");
        assertThat(mode(path.resolve("log"))).isEqualTo("rw-------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldBelongToOneProcessAtATime() {
        try (StateFolder _ = StateFolder.open(temporary)) {
            assertThatThrownBy(() -> StateFolder.open(temporary))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(
                            "the state directory "
                                    + temporary
                                    + " cannot be used: it belongs to the running process "
                                    + ProcessHandle.current().pid()
                                    + "; stop that process first");
        }
        StateFolder.open(temporary).close();
    }

    @Test
    void shouldNameTheProcessThatHoldsTheLock() throws Exception {
        Process holder = holder();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("locked");
            assertRefused("it belongs to the running process " + holder.pid() + "; stop");

            Files.writeString(temporary.resolve("lock"), "1 pid:[1]");
            assertRefused(
                    "it belongs to a running process in another container or on the host, where its"
                            + " number is 1; stop that process first");
        } finally {
            holder.outputWriter().close();
            holder.waitFor();
        }
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> StateFolder.open(temporary)).hasMessageContaining(reason);
    }

    /** Starts a process that locks the folder until its input ends. */
    private Process holder() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A process that locks a folder. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (StateFolder _ = StateFolder.open(Path.of(arguments[0]))) {
                System.out.println("locked");
                while (System.in.read() >= 0) {
                    // Keep the lock.
                }
            }
        }
    }

    @Test
    void shouldSayThatTheFolderCannotBeCreated() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> StateFolder.open(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(
                        "the state directory "
                                + file
                                + " cannot be used: it is a file; choose a directory");
    }

    @Test
    void shouldNotOverwriteAFileThroughALink() throws IOException {
        Path other = Files.writeString(temporary.resolve("other"), "of the user");
        Path folder = Files.createDirectory(temporary.resolve("state"));
        Files.createSymbolicLink(folder.resolve("lock"), other);

        assertThatThrownBy(() -> StateFolder.open(folder))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the state directory " + folder + " cannot be used")
                .hasMessageContaining("lock is a symbolic link; replace the link by the file");
        assertThat(other).hasContent("of the user");

        Files.delete(folder.resolve("lock"));
        StateFolder.open(folder).close();
    }
}
