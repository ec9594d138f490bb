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

    /**
     * Leaves the files as a kill would at random bytes of what the log writes: of records that it
     * appends, and of files that it writes anew.
     */
    @Test
    void shouldLoseNoAcknowledgedChangeWhereverItIsKilled() throws IOException {
        Random random = new Random(SEED);
        List<byte[]> files = new ArrayList<>();
        List<List<Edit>> states = new ArrayList<>();
        try (ChangeLog log = open()) {
            for (int i = 0; i < 200; i++) {
                if (i % 10 == 0) {
                    SubjectMap configured = new SubjectMap();
                    configured.apply(edit("configured", i));
                    log.configure(configured, "file", configured.edits());
                } else {
                    log.keep("ann", List.of(edit("vm" + random.nextInt(20), i)));
                }
                files.add(Files.readAllBytes(file()));
                states.add(log.state().edits());
            }
        }
        int anew = 0;
        for (int i = 0; i < 1000; i++) {
            int change = 1 + random.nextInt(files.size() - 1);
            byte[] before = files.get(change - 1);
            byte[] after = files.get(change);
            boolean appended = Arrays.mismatch(before, after) == before.length;
            anew += appended ? 0 : 1;
            int least = appended ? before.length : 0;
            int cut = least + random.nextInt(after.length - least + 1);
            Files.write(file(), appended ? Arrays.copyOf(after, cut) : before);
            Files.write(folder.resolve("changes.log.new"), Arrays.copyOf(after, cut));
            boolean whole = appended && cut == after.length;
            try (ChangeLog log = open()) {
                assertThat(log.state().edits())
                        .as("seed %d, change %d, killed at byte %d", SEED, change, cut)
                        .isEqualTo(states.get(whole ? change : change - 1));
                log.keep("bob", List.of(edit("later", i)));
            }
            try (ChangeLog log = open()) {
                assertThat(log.state().edits()).contains(edit("later", i));
            }
        }
        assertThat(anew).as("kills while a file was written anew").isGreaterThan(50);
    }

    /** The configuration of a reload is kept with its edits, or neither is. */
    @Test
    void shouldKeepAConfigurationOnlyWithItsEdits() throws IOException {
        SubjectMap edited = new SubjectMap();
        edited.apply(edit("configured", 4));
        try (ChangeLog log = open()) {
            configure(log);
            log.configure(edited, "file", edited.edits());
            assertThat(log.history()).hasSize(1);
        }
        ChangeLog log = open();
        assertThat(log.configured().edits()).containsExactly(edit("configured", 4));
        assertThat(log.state().edits()).containsExactly(edit("configured", 4));
        Files.createDirectory(folder.resolve("changes.log.new")); // in the way of the next file
        SubjectMap later = new SubjectMap();
        later.apply(edit("configured", 5));
        assertThatThrownBy(() -> log.configure(later, "file", later.edits()))
                .isInstanceOf(UncheckedIOException.class);

        assertThat(log.configured().edits()).containsExactly(edit("configured", 4));
        assertThat(log.state().edits()).containsExactly(edit("configured", 4));
        assertThat(log.history()).hasSize(1);
        log.close();
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
