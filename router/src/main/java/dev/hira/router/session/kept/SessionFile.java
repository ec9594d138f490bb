package dev.hira.router.session.kept;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.SessionNotes;
import dev.hira.serving.state.LogRecord;
import dev.hira.serving.state.RecordLog;
import dev.hira.serving.state.RecordSink;
import dev.hira.state.v1.StoredChoices;
import dev.hira.state.v1.StoredFailure;
import dev.hira.state.v1.StoredNote;
import dev.hira.state.v1.StoredObject;
import dev.hira.state.v1.StoredRecord;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.Identified;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file from which the router's next process goes on with a session: its agreements, and the
 * notes on its objects. Each is in the file before it takes effect, and so outlives the process; it
 * need not outlive the machine, which the session does not outlive either. A file that has grown is
 * written anew without the notes on objects that are gone, so its size is in proportion to the live
 * objects. Belongs to the session's thread.
 */
public final class SessionFile implements SessionNotes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionFile.class);

    /** The kind of the log. */
    static final int KIND = 2;

    static final int SESSION = 1;
    static final int NOTE = 2;
    static final int VERSION = 1;

    private final Path path;
    private final RecordLog log;
    private final long rewritten;
    private final Runnable removed;
    private StoredSession session = StoredSession.getDefaultInstance();
    private @Nullable Journal journal;
    private long bytesAfterRewrite;
    private boolean closed;

    /**
     * @param rewritten bytes of notes from which on the file may be written anew
     * @param removed runs once the file is no longer there, or in use
     */
    SessionFile(Path path, long rewritten, Runnable removed) {
        this.path = path;
        this.rewritten = rewritten;
        this.removed = removed;
        this.log = RecordLog.openVolatile(path, KIND, this::readSession);
        this.bytesAfterRewrite = log.bytes();
    }

    private void readSession(LogRecord record) {
        switch (record.kind()) {
            case SESSION -> session = parse(record);
            case NOTE -> requireVersion(record);
            default -> throw record.refuse("a record of the unknown kind " + record.kind());
        }
    }

    private static StoredSession parse(LogRecord record) {
        requireVersion(record);
        try {
            return StoredSession.parseFrom(record.content());
        } catch (InvalidProtocolBufferException e) {
            throw record.refuse("the session does not decode: " + e.getMessage());
        }
    }

    private static void requireVersion(LogRecord record) {
        if (record.version() != VERSION) {
            throw record.refuse("a record of the unknown version " + record.version());
        }
    }

    /** Returns the agreements; empty in a new file. */
    public StoredSession session() {
        return session;
    }

    /** Replaces the agreements. */
    public void write(StoredSession next) {
        session = next;
        try {
            if (!closed) {
                log.append(SESSION, VERSION, next.toByteArray());
            }
        } catch (UncheckedIOException | IllegalArgumentException e) {
            giveUp(e);
        }
    }

    /** Passes all notes on, in their order. */
    public void replay(SessionNotes to) {
        log.read(record -> {
            if (record.kind() == NOTE) {
                NoteCodec.pass(record, to);
            }
        });
    }

    /** Takes down what happens to the journal of a new session from now on. */
    public void follow(Journal of) {
        journal = of;
    }

    /**
     * Takes down what happens from now on to a journal that was made from the notes, and forgets
     * the notes that it does not need.
     */
    public void goOn(Journal of) {
        of.endRecall();
        journal = of;
        try {
            rewrite(of);
        } catch (UncheckedIOException | IllegalArgumentException e) {
            giveUp(e);
        }
    }

    // --- notes

    private void note(StoredNote.Builder note) {
        Journal live = journal;
        if (live == null || closed) {
            return; // these notes are in the file already
        }
        try {
            // Before, because the journal does not have the call yet that the note is about.
            if (log.bytes() > rewritten + 2 * bytesAfterRewrite) {
                rewrite(live);
            }
            log.append(NOTE, VERSION, note.build().toByteArray());
        } catch (UncheckedIOException | IllegalArgumentException e) {
            giveUp(e);
        }
    }

    private void giveUp(RuntimeException cause) {
        LOG.atWarn()
                .addKeyValue("session", session.getSession())
                .log("the session will end with this router: {}", cause.getMessage());
        remove();
    }

    private void rewrite(Journal live) {
        log.rewrite(sink -> copy(log, session, live, sink));
        bytesAfterRewrite = log.bytes();
    }

    private static void copy(RecordLog from, StoredSession as, Journal live, RecordSink to)
            throws IOException {
        StoredNote lanes =
                StoredNote.newBuilder().setLanes(NoteCodec.lanes(live.currentObjects())).build();
        to.add(SESSION, VERSION, as.toByteArray());
        new NoteFilter(live).copy(from, to);
        to.add(NOTE, VERSION, lanes.toByteArray());
    }

    /**
     * Passes on the records that the journal needs; none if the file is gone.
     *
     * @param as the agreements to pass on
     */
    void copy(StoredSession as, RecordSink to) throws IOException {
        Journal live = journal;
        if (live != null && !closed) {
            copy(log, as, live, to);
        }
    }

    private static StoredRecord.Builder record(RecordCursor at, Frame frame) {
        byte[] head = new byte[at.endOffset() - at.offset()];
        frame.head().get(at.offset(), head);
        byte[] payloads = new byte[at.bulkEnd() - at.bulkStart()];
        if (payloads.length > 0) {
            frame.bulk().getBytes(at.bulkStart(), payloads);
        }
        return StoredRecord.newBuilder()
                .setHead(UnsafeByteOperations.unsafeWrap(head))
                .setPayloads(UnsafeByteOperations.unsafeWrap(ByteBuffer.wrap(payloads)));
    }

    @Override
    public void called(RecordCursor command, Frame frame, long current, int times) {
        note(
                StoredNote.newBuilder()
                        .setCalled(
                                record(command, frame).setCurrent(current).setFurther(times - 1)));
    }

    @Override
    public void answered(RecordCursor reply, Frame frame) {
        note(StoredNote.newBuilder().setAnswered(record(reply, frame)));
    }

    @Override
    public void failed(int lane, long call) {
        note(
                StoredNote.newBuilder()
                        .setFailed(StoredFailure.newBuilder().setLane(lane).setCall(call)));
    }

    @Override
    public void chosen(long call, ByteString choices) {
        note(
                StoredNote.newBuilder()
                        .setChosen(StoredChoices.newBuilder().setCall(call).setChoices(choices)));
    }

    @Override
    public void identified(Identified kernels) {
        note(StoredNote.newBuilder().setIdentified(kernels));
    }

    @Override
    public void died(long name, long call) {
        note(
                StoredNote.newBuilder()
                        .setReleased(StoredObject.newBuilder().setName(name).setCall(call)));
    }

    @Override
    public void lanes(List<Lane> all) {
        note(StoredNote.newBuilder().setLanes(NoteCodec.lanes(all)));
    }

    @Override
    public void laneEnded(int lane) {
        note(StoredNote.newBuilder().setLaneEnded(lane));
    }

    @Override
    public void lossTold(long guestFrames) {
        write(session.toBuilder().clearLossUntold().setGuestFrames(guestFrames).build());
    }

    @Override
    public void memoryHeld(long bytes) {
        note(StoredNote.newBuilder().setMemoryHeld(bytes));
    }

    // --- the end

    /** Leaves the file to the next process. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            log.close();
            removed.run();
        }
    }

    /** Removes the file: the session is over. */
    public void remove() {
        if (!closed) {
            KeptSessions.delete(path);
            close();
        }
    }
}
