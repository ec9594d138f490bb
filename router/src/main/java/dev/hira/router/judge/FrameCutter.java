package dev.hira.router.judge;

import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the admitted records of a frame: the whole frame if nothing was cut out, or else the
 * runs between the cuts as slices of the same memory.
 */
public final class FrameCutter {
    private final Consumer<Frame> out;
    private @Nullable Frame frame;
    private int runFrom;
    private int runBulkFrom;
    private int runRecords;

    /**
     * @param out receives frames and owns them
     */
    public FrameCutter(Consumer<Frame> out) {
        this.out = out;
    }

    /** Begins with a frame and takes ownership of it. */
    public void begin(Frame next) {
        frame = next;
        runFrom = 0;
        runBulkFrom = 0;
        runRecords = 0;
    }

    /** Returns the current frame. */
    public Frame frame() {
        return Objects.requireNonNull(frame);
    }

    /** Adds the current record to the run. */
    public void admit() {
        runRecords++;
    }

    /** Sends the run that ends before the current record; the next one starts with it. */
    public void cutBefore(RecordCursor record) {
        if (runRecords > 0) {
            sendRun(record.offset(), record.bulkStart());
        }
        runFrom = record.offset();
        runBulkFrom = record.bulkStart();
    }

    /** Sends the run that ends with the current record. */
    public void cutAfter(RecordCursor record) {
        sendRun(record.endOffset(), record.bulkEnd());
        leaveOut(record);
    }

    /** Leaves the current record out; the run before it must have been cut. */
    public void leaveOut(RecordCursor record) {
        runFrom = record.endOffset();
        runBulkFrom = record.bulkEnd();
    }

    /** Sends the rest and releases the frame. */
    public void end() {
        Frame whole = frame();
        if (runRecords == 0) {
            drop();
        } else if (runRecords == whole.records()) {
            frame = null;
            out.accept(whole);
        } else {
            sendRun(whole.headLength(), whole.bulkLength());
            drop();
        }
    }

    /** Releases the frame without sending the rest. Idempotent. */
    public void drop() {
        if (frame != null) {
            frame.release();
            frame = null;
        }
    }

    private void sendRun(int to, int bulkTo) {
        Frame run = frame().slice(runFrom, to, runRecords, runBulkFrom, bulkTo);
        runRecords = 0;
        out.accept(run);
    }
}
