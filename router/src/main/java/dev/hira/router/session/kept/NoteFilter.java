package dev.hira.router.session.kept;

import dev.hira.router.journal.Journal;
import dev.hira.router.journal.Journal.Recorded;
import dev.hira.serving.state.LogRecord;
import dev.hira.serving.state.RecordLog;
import dev.hira.serving.state.RecordSink;
import dev.hira.state.v1.StoredNote;
import dev.hira.state.v1.StoredRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies the notes that concern calls which a journal still needs. */
final class NoteFilter {
    /** What the journal tells of the calls that it needs. */
    private final Map<Long, Recorded> calls;

    /** The names of live objects. */
    private final Set<Long> names;

    NoteFilter(Journal journal) {
        this.names = journal.liveNames();
        this.calls = journal.recordedCalls();
    }

    void copy(RecordLog from, RecordSink to) throws IOException {
        LogRecord[] held = new LogRecord[1];
        try {
            from.read(record -> copy(record, to, held));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        LogRecord last = held[0];
        if (last != null) {
            to.add(last.kind(), last.version(), last.content());
        }
    }

    private void copy(LogRecord record, RecordSink to, LogRecord[] held) {
        if (record.kind() != SessionFile.NOTE) {
            return;
        }
        StoredNote note = NoteCodec.parse(record);
        if (note.hasMemoryHeld()) {
            held[0] = record; // only the last one counts
            return;
        }
        Recorded call = calls.get(NoteCodec.call(note, record));
        if (call == null && !identifiesLive(note)) {
            return;
        }
        try {
            to.add(record.kind(), record.version(), content(record, note, call));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean identifiesLive(StoredNote note) {
        return note.getIdentified().getNamesList().stream().anyMatch(names::contains);
    }

    /**
     * The object that seemed to be current may not have been created; another one was meant. A call
     * that adds a reference may stand for several ones by now.
     */
    private static byte[] content(LogRecord record, StoredNote note, @Nullable Recorded call) {
        if (call == null || !note.hasCalled()) {
            return record.content();
        }
        int further = call.times() - 1;
        StoredRecord called = note.getCalled();
        return called.getCurrent() == call.current() && called.getFurther() == further
                ? record.content()
                : note.toBuilder()
                        .setCalled(
                                called.toBuilder().setCurrent(call.current()).setFurther(further))
                        .build()
                        .toByteArray();
    }
}
