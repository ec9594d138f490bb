package dev.hira.router.session.kept;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.router.catalog.LaneChange;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.journal.SessionNotes.Change;
import dev.hira.router.journal.SessionNotes.Current;
import dev.hira.router.journal.SessionNotes.Lane;
import dev.hira.serving.state.LogRecord;
import dev.hira.state.v1.StoredCurrent;
import dev.hira.state.v1.StoredLane;
import dev.hira.state.v1.StoredLaneChange;
import dev.hira.state.v1.StoredLaneChange.Kind;
import dev.hira.state.v1.StoredLanes;
import dev.hira.state.v1.StoredNote;
import dev.hira.state.v1.StoredRecord;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameHeader;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BiConsumer;

/** The content of notes. */
final class NoteCodec {
    /** No call's number. */
    private static final long NONE = -1;

    private NoteCodec() {}

    static StoredNote parse(LogRecord record) {
        try {
            return StoredNote.parseFrom(record.content());
        } catch (InvalidProtocolBufferException e) {
            throw record.refuse("the note does not decode: " + e.getMessage());
        }
    }

    /** Returns the number of the call that a note concerns. */
    static long call(StoredNote note, LogRecord from) {
        return switch (note.getWhatCase()) {
            case CALLED -> call(note.getCalled(), from);
            case ANSWERED -> call(note.getAnswered(), from);
            case FAILED -> note.getFailed().getCall();
            case CHOSEN -> note.getChosen().getCall();
            case RELEASED -> note.getReleased().getCall();
            case LANES, LANE_ENDED, IDENTIFIED, MEMORY_HELD -> NONE;
            case WHAT_NOT_SET -> throw unknown(from);
        };
    }

    private static long call(StoredRecord stored, LogRecord from) {
        if (stored.getHead().size() < FrameLayout.RECORD_BYTES) {
            throw from.refuse("a record of " + stored.getHead().size() + " bytes");
        }
        return stored.getHead()
                .asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(FrameLayout.RECORD_CALL_ID);
    }

    private static RuntimeException unknown(LogRecord from) {
        return from.refuse("a note that this version does not know");
    }

    /** Passes a note on. */
    static void pass(LogRecord from, SessionNotes to) {
        StoredNote note = parse(from);
        switch (note.getWhatCase()) {
            case CALLED ->
                    read(
                            note.getCalled(),
                            from,
                            (at, frame) ->
                                    to.called(
                                            at,
                                            frame,
                                            note.getCalled().getCurrent(),
                                            1 + note.getCalled().getFurther()));
            case ANSWERED -> read(note.getAnswered(), from, to::answered);
            case FAILED -> to.failed(note.getFailed().getLane(), note.getFailed().getCall());
            case CHOSEN -> to.chosen(note.getChosen().getCall(), note.getChosen().getChoices());
            case RELEASED -> to.died(note.getReleased().getName(), note.getReleased().getCall());
            case LANES ->
                    to.lanes(note.getLanes().getLanesList().stream().map(NoteCodec::lane).toList());
            case LANE_ENDED -> to.laneEnded(note.getLaneEnded());
            case IDENTIFIED -> to.identified(note.getIdentified());
            case MEMORY_HELD -> to.memoryHeld(note.getMemoryHeld());
            case WHAT_NOT_SET -> throw unknown(from);
        }
    }

    /** Returns lanes as they are stored. */
    static StoredLanes lanes(List<Lane> all) {
        StoredLanes.Builder lanes = StoredLanes.newBuilder();
        for (Lane lane : all) {
            StoredLane.Builder stored =
                    StoredLane.newBuilder().setLane(lane.number()).setConfirmed(lane.confirmed());
            lane.certain().forEach(each -> stored.addCertain(current(each)));
            lane.changes()
                    .forEach(change ->
                            stored.addChanges(
                                    StoredLaneChange.newBuilder()
                                            .setKind(Kind.valueOf(change.kind().name()))
                                            .setBy(current(change.by()))));
            lanes.addLanes(stored);
        }
        return lanes.build();
    }

    private static StoredCurrent current(Current current) {
        return StoredCurrent.newBuilder()
                .setCall(current.call())
                .setObject(current.object())
                .build();
    }

    private static Lane lane(StoredLane stored) {
        return new Lane(
                stored.getLane(),
                stored.getConfirmed(),
                stored.getCertainList().stream().map(NoteCodec::current).toList(),
                stored.getChangesList().stream()
                        .map(change -> new Change(kind(change.getKind()), current(change.getBy())))
                        .toList());
    }

    private static Current current(StoredCurrent stored) {
        return new Current(stored.getCall(), stored.getObject());
    }

    private static LaneChange.Kind kind(Kind stored) {
        return switch (stored) {
            case PUSH -> LaneChange.Kind.PUSH;
            case POP -> LaneChange.Kind.POP;
            case SET, UNRECOGNIZED -> LaneChange.Kind.SET;
        };
    }

    private static void read(
            StoredRecord stored, LogRecord from, BiConsumer<RecordCursor, Frame> to) {
        FrameHeader header = new FrameHeader(stored.getHead().size(), 1, FrameLayout.AUDIENCE_PEER);
        Frame frame = Frame.of(header, buffer(stored.getHead()), buffer(stored.getPayloads()));
        try {
            RecordCursor cursor = new RecordCursor().wrap(frame);
            if (!cursor.next()) {
                throw from.refuse("a note without its record");
            }
            to.accept(cursor, frame);
        } catch (MalformedFrameException e) {
            throw from.refuse("a record is malformed: " + e.getMessage());
        } finally {
            frame.release();
        }
    }

    private static ByteBuf buffer(ByteString bytes) {
        return Unpooled.wrappedBuffer(bytes.toByteArray());
    }
}
