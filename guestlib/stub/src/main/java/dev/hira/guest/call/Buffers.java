package dev.hira.guest.call;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The buffers of the call that a lane is writing, and the place where each travels. */
public final class Buffers {
    public static final int INPUT = 0;
    public static final int OUTPUT = 1;
    public static final int LATE = 2;

    /** In the frame, or expected in the answer's frame. */
    public static final int INLINE = 0;

    /** In the guest's own pinned memory. */
    public static final int PINNED = 1;

    /** In a range of the arena taken for this call. */
    public static final int STAGED = 2;

    private int count;
    private int[] roles = new int[4];
    private int[] fields = new int[4];
    private int[] places = new int[4];
    private long[] bytes = new long[4];
    private long[] offsets = new long[4];
    private @Nullable MemorySegment[] memory = new MemorySegment[4];
    private @Nullable PitchedArea[] areas = new PitchedArea[4];
    private boolean outputs;
    private boolean lates;
    private boolean inFrame;

    public void clear() {
        for (int i = 0; i < count; i++) {
            memory[i] = null;
            areas[i] = null;
        }
        count = 0;
        outputs = false;
        lates = false;
        inFrame = false;
    }

    /** Makes all buffers travel in the frame. */
    void keepInFrame() {
        inFrame = true;
    }

    /** Returns whether all buffers travel in the frame, wherever they lie. */
    public boolean mustBeInFrame() {
        return inFrame;
    }

    void add(int role, int field, MemorySegment segment, long size) {
        if (count == roles.length) {
            grow();
        }
        roles[count] = role;
        fields[count] = field;
        places[count] = INLINE;
        bytes[count] = size;
        offsets[count] = 0;
        memory[count] = segment;
        outputs |= role == OUTPUT;
        lates |= role == LATE;
        count++;
    }

    /** Marks the buffer that was added last as the rows of an area. */
    void scatterInto(PitchedArea area) {
        areas[count - 1] = area;
    }

    /** Returns the area whose rows buffer {@code i} holds, or null. */
    @Nullable PitchedArea area(int i) {
        return areas[i];
    }

    public void place(int i, int place, long offset) {
        places[i] = place;
        offsets[i] = offset;
    }

    public int count() {
        return count;
    }

    public int role(int i) {
        return roles[i];
    }

    int field(int i) {
        return fields[i];
    }

    public int place(int i) {
        return places[i];
    }

    public long bytes(int i) {
        return bytes[i];
    }

    public long offset(int i) {
        return offsets[i];
    }

    public MemorySegment memory(int i) {
        MemorySegment segment = memory[i];
        if (segment == null) {
            throw new IndexOutOfBoundsException("buffer " + i + " of " + count);
        }
        return segment;
    }

    /** Returns whether the answer brings bytes. */
    boolean hasOutputs() {
        return outputs;
    }

    /** Returns whether bytes come after the answer. */
    public boolean hasLateOutputs() {
        return lates;
    }

    private void grow() {
        int size = count * 2;
        roles = Arrays.copyOf(roles, size);
        fields = Arrays.copyOf(fields, size);
        places = Arrays.copyOf(places, size);
        bytes = Arrays.copyOf(bytes, size);
        offsets = Arrays.copyOf(offsets, size);
        memory = Arrays.copyOf(memory, size);
        areas = Arrays.copyOf(areas, size);
    }
}
