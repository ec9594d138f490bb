package dev.hira.guest.call;

import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordCursor;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The destinations of the output buffers of one call, and the bytes that the server filled in.
 * Reused.
 */
public final class OutputDestinations {
    private int count;
    private int[] fields = new int[2];
    private int[] places = new int[2];
    private long[] offsets = new long[2];
    private long[] capacities = new long[2];
    private long[] filled = new long[2];
    private int[] bulkOffsets = new int[2];
    private @Nullable MemorySegment[] memory = new MemorySegment[2];
    private @Nullable PitchedArea[] areas = new PitchedArea[2];

    /** Takes over the buffers of one role. */
    public void take(Buffers buffers, int role) {
        clear();
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.role(i) == role) {
                add(buffers, i);
            }
        }
    }

    private void add(Buffers buffers, int i) {
        if (count == fields.length) {
            grow();
        }
        fields[count] = buffers.field(i);
        places[count] = buffers.place(i);
        offsets[count] = buffers.offset(i);
        capacities[count] = buffers.bytes(i);
        filled[count] = -1;
        bulkOffsets[count] = -1;
        memory[count] = buffers.memory(i);
        areas[count] = buffers.area(i);
        count++;
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            memory[i] = null;
            areas[i] = null;
        }
        count = 0;
    }

    public int count() {
        return count;
    }

    /** Returns whether buffer {@code i} lies in a range of the arena taken for this call. */
    boolean isStaged(int i) {
        return places[i] == Buffers.STAGED;
    }

    long offset(int i) {
        return offsets[i];
    }

    MemorySegment memory(int i) {
        MemorySegment segment = memory[i];
        if (segment == null) {
            throw new IndexOutOfBoundsException("output " + i + " of " + count);
        }
        return segment;
    }

    /** The program's memory to which output {@code i} goes, or a part of which it fills. */
    MemorySegment destination(int i) {
        PitchedArea area = areas[i];
        return area == null ? memory(i) : area.memory();
    }

    /** Returns whether some output goes to some of this memory. */
    boolean overlap(MemorySegment other) {
        for (int i = 0; i < count; i++) {
            if (overlap(destination(i), other)) {
                return true;
            }
        }
        return false;
    }

    /** Compares native memory, which is the usual case, without an object. */
    private static boolean overlap(MemorySegment one, MemorySegment other) {
        if (one.isNative() && other.isNative()) {
            return one.address() < other.address() + other.byteSize()
                    && other.address() < one.address() + one.byteSize();
        }
        return one.isNative() == other.isNative() && one.asOverlappingSlice(other).isPresent();
    }

    /** Returns whether the current thread can fill output {@code i}. */
    boolean isAccessible(int i) {
        PitchedArea area = areas[i];
        return memory(i).isAccessibleBy(Thread.currentThread())
                && (area == null || area.isAccessible());
    }

    /** Returns the bytes that arrived for a field; 0 for none. */
    public long filled(int field) {
        int i = indexOf(field);
        return i < 0 ? 0 : Math.max(0, filled[i]);
    }

    /** Returns whether the output for a field was recorded. */
    boolean hasArrived(int field) {
        int i = indexOf(field);
        return i >= 0 && filled[i] >= 0;
    }

    /**
     * Records the outputs in a record from the server. Returns the index of the output concerned.
     *
     * @throws MalformedFrameException when the call did not ask for such an output
     */
    public int note(RecordCursor record, int payload) {
        int field = record.payloadField(payload);
        int i = indexOf(field);
        long length = record.payloadLength(payload);
        if (i < 0 || length > capacities[i]) {
            throw new MalformedFrameException(
                    "call "
                            + record.callId()
                            + " got "
                            + length
                            + " bytes for its buffer "
                            + field
                            + " where "
                            + (i < 0 ? "none" : "at most " + capacities[i])
                            + " belong");
        }
        boolean inline = record.payloadPlace(payload) == PayloadPlaces.INLINE;
        boolean elsewhere =
                places[i] == Buffers.INLINE || record.payloadArenaOffset(payload) != offsets[i];
        if (!inline && elsewhere && length > 0) {
            throw new MalformedFrameException(
                    "call " + record.callId() + " got its buffer " + field + " in a wrong place");
        }
        filled[i] = length;
        bulkOffsets[i] = inline ? record.payloadBulkOffset(payload) - record.bulkStart() : -1;
        return i;
    }

    /** Copies output {@code i} from a frame or the arena to its destination. */
    public void fill(int i, @Nullable ByteBuf bulk, @Nullable MemorySegment arena) {
        long length = filled[i];
        if (length <= 0) {
            return;
        }
        if (bulkOffsets[i] >= 0 && bulk != null) {
            copy(bulk, bulkOffsets[i], (int) length, memory(i));
        } else if (places[i] == Buffers.STAGED && arena != null) {
            MemorySegment.copy(arena, offsets[i], memory(i), 0, length);
        }
    }

    /** Scatters the rows of a pitched area once all of output {@code i} has arrived. */
    void scatter(int i) {
        PitchedArea area = areas[i];
        if (area != null) {
            area.scatter();
        }
    }

    private static void copy(ByteBuf bulk, int from, int length, MemorySegment into) {
        long at = 0;
        for (ByteBuffer part : bulk.nioBuffers(from, length)) {
            MemorySegment source = MemorySegment.ofBuffer(part);
            MemorySegment.copy(source, 0, into, at, source.byteSize());
            at += source.byteSize();
        }
    }

    private int indexOf(int field) {
        for (int i = 0; i < count; i++) {
            if (fields[i] == field) {
                return i;
            }
        }
        return -1;
    }

    private void grow() {
        int size = count * 2;
        fields = Arrays.copyOf(fields, size);
        places = Arrays.copyOf(places, size);
        offsets = Arrays.copyOf(offsets, size);
        capacities = Arrays.copyOf(capacities, size);
        filled = Arrays.copyOf(filled, size);
        bulkOffsets = Arrays.copyOf(bulkOffsets, size);
        memory = Arrays.copyOf(memory, size);
        areas = Arrays.copyOf(areas, size);
    }
}
