package dev.hira.server.lane;

import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The records that wait: those of each lane for a call of their lane that is away or for a full
 * link, and those that wait for a call that precedes all lanes' calls.
 */
public final class DeferredRecords {
    private final AtomicLong bytes = new AtomicLong();

    /** The records of all lanes that wait for the same call, in the order of their arrival. */
    private final ArrayDeque<Frame> ofAllLanes = new ArrayDeque<>(0);

    /** The bytes of the waiting records. Any thread. */
    public long bytes() {
        return bytes.get();
    }

    /** Keeps a record with its part of the frame. */
    public void add(ServerLane<?> lane, Frame frame, RecordCursor at) {
        lane.deferred.add(own(frame, at));
    }

    /** Keeps a record behind those of all lanes, with its part of the frame. */
    public void addOfAll(Frame frame, RecordCursor at) {
        ofAllLanes.add(own(frame, at));
    }

    private Frame own(Frame frame, RecordCursor at) {
        Frame own = frame.slice(at.offset(), at.endOffset(), 1, at.bulkStart(), at.bulkEnd());
        bytes.addAndGet(own.size());
        return own;
    }

    /** Adds copies of the waiting records of a lane, each as a frame, by the numbers of calls. */
    public void copy(ServerLane<?> lane, Map<Long, byte[]> records) {
        RecordCursor record = new RecordCursor();
        for (Frame own : lane.deferred) {
            record.wrap(own);
            record.next();
            byte[] copy = new byte[own.size()];
            own.copyTo(MemorySegment.ofArray(copy), 0);
            records.put(record.callId(), copy);
        }
    }

    /** Returns a lane's next record, which the caller releases; null when there is none. */
    public @Nullable Frame next(ServerLane<?> lane) {
        Frame own = lane.deferred.poll();
        if (own != null) {
            bytes.addAndGet(-own.size());
        }
        return own;
    }

    /** Returns the next record of all lanes, which stays; null when there is none. */
    public @Nullable Frame firstOfAll() {
        return ofAllLanes.peek();
    }

    /** Takes the next record of all lanes away; the caller releases it. */
    public void takeFirstOfAll() {
        bytes.addAndGet(-ofAllLanes.remove().size());
    }

    /** Releases the records of all lanes that wait for the same call. */
    public void dropOfAll() {
        for (Frame own = firstOfAll(); own != null; own = firstOfAll()) {
            takeFirstOfAll();
            own.release();
        }
    }

    /** Releases a lane's records. */
    public void drop(ServerLane<?> lane) {
        for (Frame own = next(lane); own != null; own = next(lane)) {
            own.release();
        }
    }
}
