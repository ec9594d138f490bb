package dev.hira.router.session.kept;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.ByteString;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.TestPolicy;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.serving.state.RecordLog;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Identified;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The notes in a session's file, and what becomes of them in the next process. */
@ExtendWith(NoLeaks.class)
final class SessionFileTest {
    private static final int REWRITTEN = 300;
    private static final SessionNotes.Lane LANE =
            new SessionNotes.Lane(
                    1,
                    4,
                    List.of(new SessionNotes.Current(1, 70)),
                    List.of(
                            new SessionNotes.Change(
                                    LaneChange.Kind.POP, new SessionNotes.Current(5, 71))));
    private static final Identified KERNELS =
            Identified.newBuilder()
                    .addNames(70)
                    .addDevices(0)
                    .addCodes(99)
                    .addLabels("scale")
                    .build();

    @TempDir private Path folder;
    private Path path;
    private int removals;

    @BeforeEach
    void setUp() {
        path = folder.resolve("a.session");
    }

    private SessionFile open() {
        return new SessionFile(path, REWRITTEN, () -> removals++);
    }

    /** Opens a new file that takes notes. */
    private SessionFile following(Journal journal) {
        SessionFile file = open();
        file.write(StoredSession.newBuilder().setSession("a").build());
        file.follow(journal);
        return file;
    }

    private static void with(Calls calls, BiConsumer<RecordCursor, Frame> use) {
        Frame frame = calls.frame();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        assertThat(cursor.next()).isTrue();
        use.accept(cursor, frame);
        frame.release();
    }

    /** Returns the notes of a file in words. */
    private static List<String> notes(SessionFile file) {
        List<String> told = new ArrayList<>();
        SessionNotes notes =
                (SessionNotes)
                        Proxy.newProxyInstance(
                                SessionNotes.class.getClassLoader(),
                                new Class<?>[] {SessionNotes.class},
                                (_, method, values) -> {
                                    told.add(method.getName() + words(values));
                                    return null;
                                });
        file.replay(notes);
        return told;
    }

    private static List<Object> words(Object[] values) {
        return Arrays.stream(values)
                .map(value ->
                        switch (value) {
                            case RecordCursor at -> at.function() + "/" + at.callId();
                            case Frame frame -> Calls.bytes(frame).length;
                            case Identified kernels -> kernels.getLabelsList();
                            case ByteString bytes -> bytes.toStringUtf8();
                            default -> value;
                        })
                .toList();
    }

    @Test
    void shouldWarnOfANoteThatWasWrittenOnlyInPart() throws IOException {
        try (SessionFile file = following(new Journal(new ToyCatalog()))) {
            file.memoryHeld(4096);
            file.laneEnded(6);
        }
        try (FileChannel cut = FileChannel.open(path, StandardOpenOption.WRITE)) {
            FileChannel ignored = cut.truncate(cut.size() - 3);
        }
        Logger log = (Logger) LoggerFactory.getLogger(RecordLog.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        log.addAppender(logged);
        log.setLevel(Level.WARN);
        try (SessionFile next = open()) {
            assertThat(notes(next)).containsExactly("memoryHeld[4096]");
        } finally {
            log.setLevel(null);
            log.detachAppender(logged);
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("removed a record that was written only in part");
    }

    @Test
    void shouldReadBackNotesOfEachKind() {
        int[] bytes = new int[2];
        try (SessionFile file = following(new Journal(new ToyCatalog()))) {
            with(
                    new Calls(3).write(70, new byte[] {1, 2, 3}),
                    (at, frame) -> {
                        bytes[0] = Calls.bytes(frame).length;
                        file.called(at, frame, 70, 1);
                    });
            with(
                    new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1),
                    (at, frame) -> {
                        bytes[1] = Calls.bytes(frame).length;
                        file.answered(at, frame);
                    });
            file.failed(2, 8);
            file.chosen(1, ByteString.copyFromUtf8("here"));
            file.identified(KERNELS);
            file.died(70, 9);
            file.lanes(List.of(LANE));
            file.laneEnded(6);
            file.memoryHeld(4096);
        }
        assertThat(removals).isEqualTo(1);
        try (SessionFile next = open()) {
            assertThat(notes(next))
                    .containsExactly(
                            "called[5/3, " + bytes[0] + ", 70, 1]",
                            "answered[1/1, " + bytes[1] + "]",
                            "failed[2, 8]",
                            "chosen[1, here]",
                            "identified[[scale]]",
                            "died[70, 9]",
                            "lanes[[" + LANE + "]]",
                            "laneEnded[6]",
                            "memoryHeld[4096]");
        }
    }

    @Test
    void shouldTakeNothingDownBeforeItFollowsAJournalAndAfterItsEnd() {
        SessionFile file = open();
        file.memoryHeld(1);
        file.follow(new Journal(new ToyCatalog()));
        file.memoryHeld(2);
        file.close();
        file.memoryHeld(3);
        file.write(StoredSession.newBuilder().setSession("late").build());
        try (SessionFile next = open()) {
            assertThat(notes(next)).containsExactly("memoryHeld[2]");
            assertThat(next.session()).isEqualTo(StoredSession.getDefaultInstance());
        }
    }

    /** Of what it holds of its server's memory, only the last note counts. */
    @Test
    void shouldWriteItselfAnewOnceItHasGrownByTheLimitAndTwice() throws IOException {
        try (SessionFile file = open()) {
            long least = Files.size(path);
            file.follow(new Journal(new ToyCatalog()));
            int rewrites = 0;
            long note = 0;
            for (int i = 0; i < 200; i++) {
                long before = Files.size(path);
                boolean due = before > REWRITTEN + 2 * least;
                file.memoryHeld(1_000_000 + i);
                long after = Files.size(path);
                if (due) {
                    rewrites++;
                    least = after - note;
                    assertThat(notes(file))
                            .containsExactly(
                                    "memoryHeld[" + (1_000_000 + i - 1) + "]",
                                    "lanes[[]]",
                                    "memoryHeld[" + (1_000_000 + i) + "]");
                } else {
                    note = after - before;
                    assertThat(note).as("bytes of the note %d", i).isPositive();
                }
            }
            assertThat(rewrites).isGreaterThan(5);
        }
    }

    @Test
    void shouldForgetNotesOnWhatIsGoneWhenAJournalGoesOn() {
        Journal journal = new Journal(new ToyCatalog());
        try (SessionFile file = following(journal)) {
            for (long call = 1; call <= 2; call++) {
                with(
                        new Calls(call).call(ToyCatalog.ALLOC, true, 70 + call, 100),
                        (at, frame) -> {
                            file.called(at, frame, 0, 1);
                            journal.recall(at, frame, 0, 1);
                        });
            }
            file.identified(KERNELS.toBuilder().setNames(0, 71).build());
            file.identified(KERNELS.toBuilder().setNames(0, 72).build());
            file.chosen(1, ByteString.copyFromUtf8("here"));
            file.chosen(2, ByteString.copyFromUtf8("there"));
            file.failed(1, 2);
            journal.failed(1, 2);
            file.goOn(journal);
            assertThat(notes(file))
                    .hasSize(4)
                    .element(0)
                    .asString()
                    .startsWith("called[" + ToyCatalog.ALLOC + "/1, ");
            assertThat(notes(file).subList(1, 3))
                    .containsExactly("identified[[scale]]", "chosen[1, here]");
            file.laneEnded(3);
            assertThat(notes(file)).as("it goes on").endsWith("laneEnded[3]");
        }
    }

    @Test
    void shouldEndItselfWhereItCannotBeWrittenAnew() throws IOException {
        SessionFile file = following(new Journal(new ToyCatalog()));
        Files.delete(path);
        Files.delete(folder);
        file.goOn(new Journal(new ToyCatalog()));
        assertThat(removals).as("it is no longer in use").isEqualTo(1);
        file.memoryHeld(5);
        file.remove();
        assertThat(removals).isEqualTo(1);
        Files.createDirectory(folder);
    }

    @Test
    void shouldFillTheBooksFromNotes() {
        ToyCatalog catalog = new ToyCatalog();
        Journal journal = new Journal(catalog);
        List<String> resources = List.of("memory", "calls");
        Ledger ledger = new Ledger(new VmLedger(), List.of(), resources, 1_000, 1);
        TestPolicy policy = new TestPolicy();
        SessionPolicy session =
                policy.open(
                        new SessionIdentity("vm", "s", "", List.of(), resources, List.of()),
                        () -> {});
        BooksRestorer books = new BooksRestorer(catalog, journal, ledger, session, 2);
        for (long call = 1; call <= 3; call++) {
            with(
                    new Calls(call).call(ToyCatalog.ALLOC, true, 70 + call, 100),
                    (at, frame) -> books.called(at, frame, 0, 1));
        }
        assertThat(books.lastCall()).as("the third has not arrived").isEqualTo(2);
        assertThat(journal.liveNames()).containsExactlyInAnyOrder(71L, 72L);
        assertThat(ledger.held(ToyCatalog.MEMORY)).isEqualTo(200);
        with(
                new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1),
                (at, frame) -> books.answered(at, frame));
        books.chosen(1, ByteString.copyFromUtf8("here"));
        books.identified(KERNELS);
        assertThat(policy.told()).hasSize(1).element(0).asString().contains("scale");
        books.failed(1, 2);
        assertThat(ledger.held(ToyCatalog.MEMORY)).isEqualTo(100);
        assertThat(journal.liveNames()).contains(71L);
        books.memoryHeld(50);
        assertThat(ledger.held(ToyCatalog.MEMORY)).isEqualTo(150);
        books.died(71, 1);
        assertThat(ledger.held(ToyCatalog.MEMORY)).isEqualTo(50);
    }
}
