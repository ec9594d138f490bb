package dev.hira.server.call;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.wire.Frame;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The payloads of one call: their places, and access to their bytes without copying. */
final class PayloadRefs {
    private final BufferPool pool;
    private final @Nullable GuestMemory arena;
    private int count;
    private int[] places = new int[4];
    private int[] fields = new int[4];
    private int[] lengths = new int[4];
    private long[] offsets = new long[4];
    private boolean inArena;
    private boolean staged;

    private @Nullable Frame frame;
    private @Nullable MemorySegment whole;
    private final List<BufferPool.PooledBuffer> gathered = new ArrayList<>(0);

    PayloadRefs(BufferPool pool, @Nullable GuestMemory arena) {
        this.pool = pool;
        this.arena = arena;
    }

    /** Takes the references of a record. */
    void wrap(Frame source, RecordCursor record) {
        count = record.payloads();
        inArena = false;
        staged = (record.flags() & RecordFlags.STAGED) != 0;
        if (count == 0) {
            return;
        }
        if (count > places.length) {
            grow(count);
        }
        for (int i = 0; i < count; i++) {
            places[i] = record.payloadPlace(i);
            fields[i] = record.payloadField(i);
            lengths[i] = record.payloadLength(i);
            boolean placed = places[i] == PayloadPlaces.INLINE;
            offsets[i] = placed ? record.payloadBulkOffset(i) : record.payloadArenaOffset(i);
            inArena |= places[i] == PayloadPlaces.ARENA;
        }
        enter(source);
    }

    /** Whether any payload lies in the arena. */
    boolean inArena() {
        return inArena;
    }

    /** Returns the index of a field's input; -1 when the record has no payload for it. */
    int findInput(int field) {
        return find(field, PayloadPlaces.WANTED);
    }

    /**
     * Returns the index of the place for a field's output; -1 when the record has no payload for
     * it.
     */
    int findOutput(int field) {
        return find(field, PayloadPlaces.INLINE);
    }

    /**
     * Returns a field's payload, preferably outside this place: a field that goes both ways has
     * two.
     */
    private int find(int field, int notIn) {
        int found = -1;
        for (int i = 0; i < count; i++) {
            if (fields[i] == field) {
                if (places[i] != notIn) {
                    return i;
                }
                found = i;
            }
        }
        return found;
    }

    /** Returns the bytes of an input, which must have exactly this many; any number if negative. */
    MemorySegment input(int i, long bytes) {
        int length = lengths[i];
        if (bytes >= 0 && length != bytes) {
            throw wrong(i, "has " + length + " bytes where the call takes " + bytes);
        }
        return switch (places[i]) {
            case PayloadPlaces.INLINE -> inline((int) offsets[i], length);
            case PayloadPlaces.ARENA -> arena(i).slice(fields[i], offsets[i], length, staged);
            default -> throw wrong(i, "is an input but came without bytes");
        };
    }

    /** Whether an output goes to the arena instead of back in the frame. */
    boolean toArena(int i) {
        return places[i] == PayloadPlaces.ARENA;
    }

    /** Returns the arena's memory for an output. */
    MemorySegment arenaOutput(int i, long bytes) {
        requireRoom(i, bytes);
        return arena(i).slice(fields[i], offsets[i], bytes, false);
    }

    /** Checks that an output that goes back in the frame may be this large. */
    void requireWanted(int i, long bytes) {
        if (places[i] != PayloadPlaces.WANTED) {
            throw wrong(i, "is an output but came with bytes");
        }
        requireRoom(i, bytes);
    }

    long arenaOffset(int i) {
        return offsets[i];
    }

    /** Gives back the copies. */
    void clear() {
        count = 0;
        for (int i = 0; i < gathered.size(); i++) {
            pool.give(gathered.get(i));
        }
        gathered.clear();
    }

    /** Refers to the record's own frame from now on, in which payloads begin at 0. */
    void moveTo(Frame own, int bulkStart) {
        for (int i = 0; i < count; i++) {
            if (places[i] == PayloadPlaces.INLINE) {
                offsets[i] -= bulkStart;
            }
        }
        leave();
        enter(own);
    }

    @SuppressWarnings("ReferenceEquality") // the very frame
    private void enter(Frame source) {
        if (frame != source) {
            frame = source;
            whole = null;
        }
    }

    /** Drops a frame whose bytes may be reused. */
    void leave() {
        frame = null;
        whole = null;
    }

    private void requireRoom(int i, long bytes) {
        if (bytes < 0 || bytes > lengths[i]) {
            throw wrong(i, "has room for " + lengths[i] + " bytes where the call returns " + bytes);
        }
    }

    private GuestMemory arena(int i) {
        if (arena == null) {
            throw wrong(i, "refers to an arena, which the session does not have");
        }
        return arena;
    }

    private MemorySegment inline(int offset, int length) {
        Frame source = frame;
        if (source == null) {
            throw new IllegalStateException("the call is over");
        }
        if (length == 0) {
            return MemorySegment.NULL;
        }
        MemorySegment all = whole;
        if (all != null) {
            return all.asSlice(offset, length);
        }
        ByteBuf bulk = source.bulk();
        if (bulk.nioBufferCount() == 1) {
            all = MemorySegment.ofBuffer(bulk.nioBuffer(0, bulk.readableBytes()));
            whole = all;
            return all.asSlice(offset, length);
        }
        return fragmented(bulk, offset, length);
    }

    private MemorySegment fragmented(ByteBuf bulk, int offset, int length) {
        ByteBuffer[] parts = bulk.nioBuffers(offset, length);
        if (parts.length == 1) {
            return MemorySegment.ofBuffer(parts[0]);
        }
        BufferPool.PooledBuffer buffer = pool.take(length);
        gathered.add(buffer);
        bulk.getBytes(offset, buffer.memory.asSlice(0, length).asByteBuffer());
        return buffer.memory.asSlice(0, length);
    }

    private CallRefused wrong(int i, String what) {
        return CallRefused.byServer(RuntimeCodes.BAD_BUFFER, "buffer " + fields[i] + " " + what);
    }

    private void grow(int needed) {
        int capacity = Math.max(needed, places.length * 2);
        places = Arrays.copyOf(places, capacity);
        fields = Arrays.copyOf(fields, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
    }
}
