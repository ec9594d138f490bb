package dev.hira.serving.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordLogTest {
    private static final int KIND = 7;
    private static final long SEED = 20_261_122;

    @TempDir private Path folder;
    private long removed;

    private Path file() {
        return folder.resolve("log");
    }

    private RecordLog open(List<String> found) {
        return open(file(), found);
    }

    private static RecordLog open(Path file, List<String> found) {
        return RecordLog.open(file, KIND, record -> found.add(text(record)));
    }

    private static String text(LogRecord record) {
        return record.kind()
                + "."
                + record.version()
                + " "
                + new String(record.content(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> read() {
        List<String> found = new ArrayList<>();
        try (RecordLog log = open(found)) {
            removed = log.removed();
        }
        return found;
    }

    @Test
    void shouldReadWhatWasAppended() {
        try (RecordLog log = open(new ArrayList<>())) {
            log.append(1, 1, bytes("a"));
            log.append(2, 3, bytes(""));
        }
        try (RecordLog log = open(new ArrayList<>())) {
            log.append(65_535, 65_535, bytes("c"));
        }

        assertThat(read()).containsExactly("1.1 a", "2.3 ", "65535.65535 c");
    }

    @Test
    void shouldReplaceAllRecordsAndAppendToTheNewOnes() {
        try (RecordLog log = open(new ArrayList<>())) {
            log.append(1, 1, bytes("old"));
            log.rewrite(sink -> {
                sink.add(1, 1, bytes("x".repeat(100_000)));
                sink.add(1, 1, bytes("new"));
            });
            log.append(1, 1, bytes("later"));
            assertThat(log.bytes()).isEqualTo(file().toFile().length());
        }

        assertThat(read()).containsExactly("1.1 " + "x".repeat(100_000), "1.1 new", "1.1 later");
        assertThat(folder.toFile().list()).containsExactly("log");
    }

    @Test
    void shouldKeepTheOldRecordsWhenTheNewOnesCannotBeWritten() {
        try (RecordLog log = open(new ArrayList<>())) {
            log.append(1, 1, bytes("old"));
            assertThatThrownBy(() ->
                            log.rewrite(sink -> {
                                sink.add(1, 1, bytes("new"));
                                throw new IOException("no space");
                            }))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("no space");
            log.append(1, 1, bytes("later"));
        }

        assertThat(read()).containsExactly("1.1 old", "1.1 later");
    }

    @Test
    void shouldIgnoreAFileThatWasNotPutInPlace() throws IOException {
        open(new ArrayList<>()).close();
        Files.write(folder.resolve("log.new"), bytes("half"));

        assertThat(read()).isEmpty();
        assertThat(folder.toFile().list()).containsExactly("log");
    }

    /** A base of two records, and three that were appended; returns the end of each of these. */
    private List<Long> written() {
        List<Long> ends = new ArrayList<>();
        try (RecordLog log = open(new ArrayList<>())) {
            log.rewrite(sink -> {
                sink.add(1, 1, bytes("base"));
                sink.add(1, 1, new byte[5]);
            });
            ends.add(log.bytes());
            Random random = new Random(SEED);
            for (int i = 0; i < 3; i++) {
                byte[] content = new byte[random.nextInt(40)];
                random.nextBytes(content);
                Arrays.fill(content, content.length / 2, content.length, (byte) 0);
                log.append(2, 1, content);
                ends.add(log.bytes());
            }
        }
        return ends;
    }

    @Test
    void shouldKeepAllCompleteRecordsOfAFileThatIsCutOffAtAnyByteBehindItsBase()
            throws IOException {
        List<Long> ends = written();
        byte[] whole = Files.readAllBytes(file());
        for (int length = Math.toIntExact(ends.getFirst()); length <= whole.length; length++) {
            int cut = length;
            long complete = ends.stream().filter(end -> end <= cut).count();
            for (int zeros : new int[] {0, 1, 4096}) {
                Files.write(file(), Arrays.copyOf(Arrays.copyOf(whole, cut), cut + zeros));

                assertThat(read())
                        .as("cut at %d, %d zeros", cut, zeros)
                        .hasSize((int) complete + 1);
                long end = ends.get((int) complete - 1);
                assertThat(file().toFile().length()).isEqualTo(end);
                assertThat(removed).isEqualTo(cut + zeros - end);
            }
        }
    }

    @Test
    void shouldRefuseAFileThatIsCutOffInsideOfItsBase() throws IOException {
        long base = written().getFirst();
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < base; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));

            assertThatThrownBy(this::read)
                    .as("cut at %d", length)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining(file() + ", offset ")
                    .hasMessageContaining("cut off");
            assertThat(file().toFile().length()).isEqualTo(length);
        }
    }

    @Test
    void shouldRefuseAFileWithAnyChangedBit() throws IOException {
        written();
        byte[] whole = Files.readAllBytes(file());
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file(), damaged);

            assertThatThrownBy(this::read)
                    .as("bit %d of byte %d", bit % 8, bit / 8)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageStartingWith(file() + ", offset ");
            assertThat(Files.readAllBytes(file())).isEqualTo(damaged);
        }
    }

    @Test
    void shouldRefuseALinkToALog() throws IOException {
        written();
        byte[] whole = Files.readAllBytes(file());
        Path other = Files.move(file(), file().resolveSibling("other"));
        for (Path target : List.of(other, file().resolveSibling("missing"))) {
            Files.createSymbolicLink(file(), target);

            assertThatThrownBy(this::read)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(file() + " is a symbolic link");
            assertThat(Files.readAllBytes(other)).isEqualTo(whole);
            assertThat(Files.isSymbolicLink(file())).isTrue();
            Files.delete(file());
        }
    }

    @Test
    void shouldRefuseANewerFormatWithASentence() throws IOException {
        written();
        byte[] newer = Files.readAllBytes(file());
        newer[RecordLayout.FORMAT_AT] = 2;
        Files.write(file(), newer);

        assertThatThrownBy(this::read)
                .hasMessage(
                        file()
                                + ", offset 8: the file has format 2; this version reads formats up to 1:"
                                + " use the version that wrote it, or a later one");
    }

    @Test
    void shouldRefuseALogOfAnotherKind() {
        written();

        assertThatThrownBy(() -> RecordLog.open(file(), KIND + 1, _ -> {}))
                .hasMessageEndingWith(
                        "offset 10: the log is of kind 7; one of kind 8 belongs here");
    }

    @Test
    void shouldNameTheRecordThatTheReaderRefuses() {
        List<Long> ends = written();

        assertThatThrownBy(() ->
                        RecordLog.open(
                                file(),
                                KIND,
                                record -> {
                                    if (record.kind() == 2) {
                                        throw record.refuse("kind 2 is unknown");
                                    }
                                }))
                .hasMessage(file() + ", offset " + ends.getFirst() + ": kind 2 is unknown");
    }

    @Test
    void shouldTakeAFailedRecordBack() {
        FailingDisk disk = new FailingDisk();
        List<String> found = new ArrayList<>();
        try (RecordLog log = RecordLog.open(file(), KIND, _ -> {}, disk)) {
            log.append(1, 1, bytes("first"));
            disk.failWritesAfter(10);
            assertThatThrownBy(() -> log.append(1, 1, bytes("second")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("no space left");
            disk.repair();
            log.append(1, 1, bytes("third"));
        }
        open(found).close();

        assertThat(found).containsExactly("1.1 first", "1.1 third");
    }

    @Test
    void shouldTakeNoRecordAfterTheDiskHasFailed() {
        FailingDisk disk = new FailingDisk();
        try (RecordLog log = RecordLog.open(file(), KIND, _ -> {}, disk)) {
            disk.failForces();
            assertThatThrownBy(() -> log.append(1, 1, bytes("first")))
                    .isInstanceOf(UncheckedIOException.class);
            disk.repair();

            assertThatThrownBy(() -> log.append(1, 1, bytes("second")))
                    .hasMessageContaining("takes no records any longer")
                    .hasMessageContaining("restart the process");
        }
    }

    @Test
    void shouldTakeNoRecordOnceItIsClosed() {
        RecordLog log = open(new ArrayList<>());
        log.close();

        assertThatThrownBy(() -> log.append(1, 1, bytes("late")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("closed");
    }
}
