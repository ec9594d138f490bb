package dev.hira.guest.call;

import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of one asynchronous call that the server sends later. Used by the link's reading
 * thread, except for memory confined to the calling thread: the calling thread fills that itself,
 * before its next call begins or its synchronous call returns.
 */
public final class LateOutputs {
    private static final Logger LOG = System.getLogger("dev.hira.guest");

    private final String function;
    private final @Nullable Staging staging;
    private final Consumer<Runnable> byCaller;
    private final OutputDestinations destinations = new OutputDestinations();

    /** The number of outputs that have not been filled; written by the link's thread. */
    private volatile int remaining;

    public LateOutputs(
            String function,
            Buffers buffers,
            @Nullable Staging staging,
            Consumer<Runnable> byCaller) {
        this.function = function;
        this.staging = staging;
        this.byCaller = byCaller;
        destinations.take(buffers, Buffers.LATE);
        remaining = destinations.count();
    }

    /** Handles an OUTPUT record. */
    public void deliver(Frame frame, RecordCursor record) {
        for (int p = 0; p < record.payloads(); p++) {
            if (destinations.hasArrived(record.payloadField(p))) {
                continue; // it comes again after a restart of the router
            }
            int i = destinations.note(record, p);
            if (destinations.isAccessible(i)) {
                fill(i, frame, record.bulkStart());
            } else {
                Frame own =
                        frame.slice(
                                record.offset(),
                                record.endOffset(),
                                1,
                                record.bulkStart(),
                                record.bulkEnd());
                byCaller.accept(() -> fillAndRelease(i, own));
            }
            int left = remaining - 1;
            remaining = left;
        }
    }

    /** Whether an output that has not been filled goes to some of this memory. Any thread. */
    public boolean willFill(MemorySegment memory) {
        return !isComplete() && destinations.overlap(memory);
    }

    /** Gives the memory of each output, filled or not, to an action. */
    public void forEachMemory(Consumer<MemorySegment> action) {
        for (int i = 0; i < destinations.count(); i++) {
            action.accept(destinations.destination(i));
        }
    }

    public boolean isComplete() {
        return remaining <= 0;
    }

    /** Ends the wait for outputs. */
    public void abandon() {
        remaining = 0;
        for (int i = 0; i < destinations.count(); i++) {
            giveBack(i);
        }
    }

    private void fillAndRelease(int i, Frame own) {
        try {
            fill(i, own, 0);
        } finally {
            own.release();
        }
    }

    private void fill(int i, Frame frame, int bulkStart) {
        try {
            MemorySegment arena = staging == null ? null : staging.arena().memory();
            int length = frame.bulkLength() - bulkStart;
            destinations.fill(i, frame.bulk().slice(bulkStart, length), arena);
            destinations.scatter(i);
        } catch (IllegalStateException e) {
            LOG.log(
                    Level.WARNING,
                    "an output of "
                            + function
                            + " arrived for memory that has been freed; keep the memory until the"
                            + " stream is synchronized",
                    e);
        } finally {
            giveBack(i);
        }
    }

    private void giveBack(int i) {
        if (staging != null && destinations.isStaged(i)) {
            staging.give(destinations.offset(i));
        }
    }
}
