package dev.hira.sim.compiler.clang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of the compiler in a folder on a file system of 18 MiB. */
final class ResultFilesTest {
    private static final long CAPACITY = 18L << 20;
    private static final long MOST = 256L << 20;

    @TempDir Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long others;

    private ResultFiles results() {
        return new ResultFiles(folder, MOST, () -> now, () -> CAPACITY - others - used());
    }

    private long used() {
        long bytes = 0;
        for (String name : names()) {
            bytes += folder.resolve(name).toFile().length();
        }
        return bytes;
    }

    private List<String> names() {
        String[] names = folder.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    private static BuildCache.Output mebibyte() {
        return new BuildCache.Output("x".repeat((1 << 20) - 1000), "");
    }

    private void write(ResultFiles results, String key) {
        results.write(key, mebibyte());
        now = now.plusSeconds(1);
    }

    @Test
    void shouldDeleteOlderResultsWhenTheFileSystemHasLittleRoom() throws IOException {
        ResultFiles results = results();
        for (String key : List.of("a", "b", "c")) {
            write(results, key);
            Files.setLastModifiedTime(folder.resolve(key), FileTime.from(now));
        }
        assertThat(names()).containsExactlyInAnyOrder("b", "c");
        assertThat(results.read("c")).contains(mebibyte());
    }

    @Test
    void shouldKeepNothingAndWarnOnceAMinuteWhenOthersTakeTheRoom() {
        others = CAPACITY - 1000;
        List<String> lines = new ArrayList<>();
        Logger log = Logger.getLogger(ResultFiles.class.getName());
        Handler handler = collecting(lines);
        log.addHandler(handler);
        try {
            ResultFiles results = results();
            for (int i = 0; i < 70; i++) {
                write(results, "result" + i);
            }
        } finally {
            log.removeHandler(handler);
        }
        assertThat(names()).isEmpty();
        assertThat(lines)
                .hasSize(2)
                .allMatch(line -> line.contains("a result of the compiler is not kept"));
    }

    private static Handler collecting(List<String> lines) {
        return new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    @Test
    void shouldLeaveNothingOfAResultThatCannotBeWritten() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("key")).resolve("in-the-way"));
        write(results(), "key");
        assertThat(names()).containsExactly("key");
    }

    @Test
    void shouldDeleteHalfFilesOfKilledProcessesAndKeepThoseOfOthers() throws IOException {
        Path left = Files.createFile(folder.resolve("half-left"));
        Files.setLastModifiedTime(left, FileTime.from(now.minus(Duration.ofHours(2))));
        Path written = Files.createFile(folder.resolve("half-written"));
        Files.setLastModifiedTime(written, FileTime.from(now.minus(Duration.ofMinutes(1))));
        write(results(), "key");
        assertThat(names()).containsExactlyInAnyOrder("half-written", "key");
    }

    private static final class Failing implements ResultFiles.Attempt<String> {
        private final IOException failure;
        private boolean failed;

        Failing(IOException failure) {
            this.failure = failure;
        }

        @Override
        public String make() throws IOException {
            if (!failed) {
                failed = true;
                throw failure;
            }
            return "made";
        }
    }

    @Test
    void shouldDeleteResultsForAnAttemptThatLacksRoom() throws IOException {
        ResultFiles results = results();
        write(results, "a");
        assertThat(results.withRoom(new Failing(new IOException("No space left on device"))))
                .isEqualTo("made");
        assertThat(names()).isEmpty();
        write(results, "b");
        others = CAPACITY - (2 << 20);
        assertThat(results.withRoom(new Failing(new IOException("failed")))).isEqualTo("made");
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldKeepResultsWhenAnAttemptFailsForAnotherReason() {
        ResultFiles results = results();
        write(results, "a");
        IOException failure = new IOException("Too many open files");
        assertThatThrownBy(() -> results.withRoom(new Failing(failure))).isSameAs(failure);
        assertThat(names()).containsExactly("a");
    }

    @Test
    void shouldReportTheFailureOfAnAttemptBeforeThatOfMakingRoom() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("key")).resolve("in-the-way"));
        IOException failure = new IOException("No space left on device");
        assertThatThrownBy(() -> results().withRoom(new Failing(failure))).isSameAs(failure);
        assertThat(failure.getSuppressed()).hasSize(1);
    }

    @Test
    void shouldReportAFolderThatCannotBeReadAsAFailureOfInputAndOutput() {
        IOException failure = new IOException("unreadable");
        DirectoryStream<Path> unreadable =
                new DirectoryStream<>() {
                    @Override
                    public Iterator<Path> iterator() {
                        throw new DirectoryIteratorException(failure);
                    }

                    @Override
                    public void close() {}
                };
        assertThatThrownBy(() -> HalfFiles.list(unreadable)).isSameAs(failure);
    }

    @Test
    void shouldCountRoomThatAFileSystemDoesNotTellAsEnough() {
        assertThat(ResultFiles.free(folder.resolve("missing").toFile())).isEqualTo(Long.MAX_VALUE);
        assertThat(ResultFiles.free(folder.toFile())).isLessThan(Long.MAX_VALUE);
    }
}
