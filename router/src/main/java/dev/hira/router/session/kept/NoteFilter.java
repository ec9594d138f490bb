package dev.hira.router.session.kept;

import dev.hira.router.journal.Journal;
import dev.hira.serving.state.LogRecord;
import dev.hira.serving.state.RecordLog;
import dev.hira.serving.state.RecordSink;
import dev.hira.state.v1.StoredNote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies the notes that concern calls which a journal still needs. */
final class NoteFilter {
    /** The calls, and those that created the objects that were current in their lanes. */
    private final Map<Long, Long> calls;

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
        Long current = calls.get(NoteCodec.call(note, record));
        if (current == null && !identifiesLive(note)) {
            return;
        }
        try {
            to.add(record.kind(), record.version(), content(record, note, current));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean identifiesLive(StoredNote note) {
        return note.getIdentified().getNamesList().stream().anyMatch(names::contains);
    }

    /** The object that seemed to be current may not have been created; another one was meant. */
    private static byte[] content(LogRecord record, StoredNote note, @Nullable Long current) {
        if (current == null || !note.hasCalled() || note.getCalled().getCurrent() == current) {
            return record.content();
        }
        return note.toBuilder()
                .setCalled(note.getCalled().toBuilder().setCurrent(current))
                .build()
                .toByteArray();
    }
}
