package dev.hira.router.operator.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import dev.hira.router.operator.changes.Subject.Kind;
import dev.hira.serving.state.LogRecord;
import dev.hira.serving.state.RecordReader;
import dev.hira.serving.state.RecordSink;
import dev.hira.state.v1.StoredChange;
import dev.hira.state.v1.StoredEdit;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The records of a {@link ChangeLog}: a {@link StoredChange} each. */
final class ChangeRecords {
    static final int LOG_KIND = 1;
    static final int VERSION = 1;

    /** A part of the configuration. */
    static final int CONFIGURED = 1;

    /** A part of the state before the oldest change. */
    static final int ORIGIN = 2;

    static final int CHANGE = 3;

    /** Edits in one record of a state. */
    private static final int MOST_EDITS = 256;

    private ChangeRecords() {}

    static byte[] encode(Change change) {
        Instant time = change.time();
        return message(change.number(), change.edits())
                .setAuthor(change.author())
                .setTime(
                        Timestamp.newBuilder()
                                .setSeconds(time.getEpochSecond())
                                .setNanos(time.getNano()))
                .build()
                .toByteArray();
    }

    /** Writes a state, which has at least one record. */
    static void write(RecordSink sink, int kind, long number, List<Edit> edits) throws IOException {
        int from = 0;
        do {
            int to = Math.min(edits.size(), from + MOST_EDITS);
            sink.add(kind, VERSION, message(number, edits.subList(from, to)).build().toByteArray());
            from = to;
        } while (from < edits.size());
    }

    private static StoredChange.Builder message(long number, List<Edit> edits) {
        StoredChange.Builder message = StoredChange.newBuilder().setNumber(number);
        for (Edit edit : edits) {
            Map<String, String> settings = edit.settings();
            message.addEdits(
                    StoredEdit.newBuilder()
                            .setKindValue(edit.subject().kind().number())
                            .setName(edit.subject().name())
                            .setRemoved(settings == null)
                            .putAllSettings(settings == null ? Map.of() : settings));
        }
        return message;
    }

    static RecordReader reader(Sink sink) {
        return record -> {
            StoredChange message = decode(record);
            List<Edit> edits = edits(record, message);
            switch (record.kind()) {
                case CONFIGURED -> sink.configured(edits);
                case ORIGIN -> sink.origin(message.getNumber(), edits);
                case CHANGE -> sink.changed(change(message, edits), record.content().length);
                default -> throw record.refuse(later("a record of kind " + record.kind()));
            }
        };
    }

    private static StoredChange decode(LogRecord record) {
        if (record.version() > VERSION) {
            throw record.refuse(
                    later("version " + record.version() + " of a record of kind " + record.kind()));
        }
        try {
            return StoredChange.parseFrom(record.content());
        } catch (InvalidProtocolBufferException e) {
            throw record.refuse("a record cannot be decoded: " + e.getMessage());
        }
    }

    private static String later(String what) {
        return "this version does not know "
                + what
                + ": use the version that wrote the file, or a later one";
    }

    private static Change change(StoredChange message, List<Edit> edits) {
        Timestamp time = message.getTime();
        return new Change(
                message.getNumber(),
                Instant.ofEpochSecond(time.getSeconds(), time.getNanos()),
                message.getAuthor(),
                edits);
    }

    private static List<Edit> edits(LogRecord record, StoredChange message) {
        List<Edit> edits = new ArrayList<>();
        for (StoredEdit edit : message.getEditsList()) {
            Kind kind =
                    Kind.of(edit.getKindValue())
                            .orElseThrow(() ->
                                    record.refuse(
                                            later("subjects of kind " + edit.getKindValue())));
            edits.add(
                    Edit.of(
                            kind,
                            edit.getName(),
                            edit.getRemoved() ? null : edit.getSettingsMap()));
        }
        return edits;
    }

    /** Takes the parts of a log. */
    interface Sink {
        void configured(List<Edit> edits);

        void origin(long number, List<Edit> edits);

        void changed(Change change, int length);
    }
}
