package dev.hira.server.lane;

import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The records of all lanes that wait for a call of their lane that is away, or for a full link. */
public final class DeferredRecords {
    private final AtomicLong bytes = new AtomicLong();

    /** The bytes of the waiting records. Any thread. */
    public long bytes() {
        return bytes.get();
    }

    /** Keeps a record with its part of the frame. */
    public void add(ServerLane<?> lane, Frame frame, RecordCursor at) {
        Frame own = frame.slice(at.offset(), at.endOffset(), 1, at.bulkStart(), at.bulkEnd());
        bytes.addAndGet(own.size());
        lane.deferred.add(own);
    }

    /** Whether no record of a lane waits. */
    public boolean isEmpty(ServerLane<?> lane) {
        return lane.deferred.isEmpty();
    }

    /** Returns a lane's next record, which the caller releases; null when there is none. */
    public @Nullable Frame next(ServerLane<?> lane) {
        Frame own = lane.deferred.poll();
        if (own != null) {
            bytes.addAndGet(-own.size());
        }
        return own;
    }

    /** Releases a lane's records. */
    public void drop(ServerLane<?> lane) {
        for (Frame own = next(lane); own != null; own = next(lane)) {
            own.release();
        }
    }
}
