package dev.hira.router.operator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.serving.state.DamagedFileException;
import dev.hira.serving.state.RecordLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChangeLogTest {
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00.000000123Z");
    private static final long SEED = 8_117;

    @TempDir private Path folder;

    private ChangeLog open() {
        return ChangeLog.open(file(), InstantSource.fixed(NOW));
    }

    private Path file() {
        return folder.resolve("changes.log");
    }

    private static Edit edit(String vm, int share) {
        return Edit.of(Kind.VM_GRANT, vm, Map.of("share", Integer.toString(share)));
    }

    private static void configure(ChangeLog log) {
        SubjectMap configured = new SubjectMap();
        configured.apply(edit("configured", 9));
        log.configure(configured, "file", configured.edits());
    }

    @Test
    void shouldKnowEveryChangeAfterItWasOpenedAgain() {
        Change first = new Change(2, NOW, "ann", List.of(edit("blue", 1), edit("red", 2)));
        Edit removal = Edit.of(Kind.VM_GRANT, "red", null);
        try (ChangeLog log = open()) {
            configure(log);
            log.keep(first.author(), first.edits());
            log.keep("bob", List.of(removal));
        }
        try (ChangeLog log = open()) {
            assertThat(log.history())
                    .containsExactly(first, new Change(3, NOW, "bob", List.of(removal)));
            assertThat(log.state().edits()).containsExactly(edit("blue", 1), edit("configured", 9));
            assertThat(log.configured().edits()).containsExactly(edit("configured", 9));
            assertThat(log.at(2).orElseThrow().edits())
                    .containsExactly(edit("blue", 1), edit("configured", 9), edit("red", 2));
            assertThat(log.at(1).orElseThrow().edits()).containsExactly(edit("configured", 9));
            assertThat(log.at(4)).isEmpty();
        }
    }

    @Test
    void shouldNotKeepEditsWithoutEffect() {
        try (ChangeLog log = open()) {
            configure(log);
            log.keep("ann", List.of(edit("configured", 9), Edit.of(Kind.DRAIN, "a", null)));

            assertThat(log.number()).isEqualTo(1);
        }
    }

    @Test
    void shouldForgetTheOldestOfManyChangesButNotTheirEffect() {
        try (ChangeLog log = open()) {
            configure(log);
            for (int i = 0; i < 2001; i++) {
                log.keep("ann", List.of(edit("vm" + i % 7, i)));
            }
            assertThat(log.history()).hasSize(1001);
        }
        long bytes = file().toFile().length();
        try (ChangeLog log = open()) {
            assertThat(log.history()).hasSize(1001);
            assertThat(log.number()).isEqualTo(2002);
            assertThat(log.at(log.oldest())).isPresent();
            assertThat(log.at(log.oldest() - 1)).isEmpty();
            assertThat(log.state().edits()).hasSize(8).contains(edit("vm5", 2000));
        }
        assertThat(bytes).isLessThan(100_000);
    }

    @Test
    void shouldForgetTheOldestOfLargeChanges() {
        String text = "x".repeat(1 << 20);
        try (ChangeLog log = open()) {
            configure(log);
            for (int i = 0; i < 20; i++) {
                log.keep("ann", List.of(new Edit(Subject.RULES, Map.of("text", text + i))));
            }
            assertThat(log.history().size()).isBetween(3, 8);
        }
        assertThat(file().toFile().length()).isLessThan(10 << 20);
    }

    /** Cuts the file off at random bytes, as a kill at that moment would have. */
    @Test
    void shouldLoseNoAcknowledgedChangeWhereverTheFileIsCutOff() throws IOException {
        Random random = new Random(SEED);
        List<Long> acknowledged = new ArrayList<>();
        try (ChangeLog log = open()) {
            configure(log);
            acknowledged.add(file().toFile().length());
            for (int i = 0; i < 200; i++) {
                log.keep("ann", List.of(edit("vm" + random.nextInt(20), i)));
                acknowledged.add(file().toFile().length());
            }
        }
        byte[] whole = Files.readAllBytes(file());
        int base = Math.toIntExact(acknowledged.getFirst());
        for (int i = 0; i < 1000; i++) {
            int cut = base + random.nextInt(whole.length - base + 1);
            long expected = acknowledged.stream().filter(end -> end <= cut).count();
            Files.write(file(), Arrays.copyOf(whole, cut));
            try (ChangeLog log = open()) {
                assertThat(log.number()).as("seed %d, cut at %d", SEED, cut).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldRefuseRecordsOfLaterVersions() {
        RecordLog later = RecordLog.open(file(), ChangeRecords.LOG_KIND, _ -> {});
        later.append(ChangeRecords.CHANGE, 2, new byte[0]);
        later.close();

        assertThatThrownBy(this::open)
                .isInstanceOf(DamagedFileException.class)
                .hasMessage(
                        file()
                                + ", offset 24: this version does not know version 2 of a record of kind 3:"
                                + " use the version that wrote the file, or a later one");
    }

    @Test
    void shouldRefuseSubjectsOfLaterVersions() {
        RecordLog later = RecordLog.open(file(), ChangeRecords.LOG_KIND, _ -> {});
        later.append(ChangeRecords.CHANGE, 1, new byte[] {0x22, 2, 8, 99});
        later.close();

        assertThatThrownBy(this::open)
                .hasMessageContaining("this version does not know subjects of kind 99");
    }

    @Test
    void shouldRefuseAChangeThatItCannotWrite() {
        ChangeLog log = open();
        configure(log);
        log.close();

        assertThatThrownBy(() -> log.keep("ann", List.of(edit("blue", 1))))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(log.number()).isEqualTo(1);
        assertThat(log.state().edits()).containsExactly(edit("configured", 9));
    }
}
