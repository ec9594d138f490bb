package dev.hira.guest.session;

import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;

/** Pieces of memory, which may overlap and occur several times. Not thread-safe. */
final class MemoryRanges {
    private final RangeTree ofNative = new RangeTree();
    private final IdentityHashMap<Object, RangeTree> ofArrays = new IdentityHashMap<>();

    /**
     * Whether a piece of memory overlaps one of the pieces added. Not for memory for which {@link
     * #isHidden} holds.
     */
    boolean overlap(MemorySegment memory) {
        RangeTree ranges = memory.isNative() ? ofNative : ofArrays.get(array(memory));
        return ranges != null && ranges.overlaps(memory.address(), end(memory));
    }

    /** Whether the array is unknown of which this is a part, as it is for memory to read only. */
    static boolean isHidden(MemorySegment memory) {
        return !memory.isNative() && memory.heapBase().isEmpty();
    }

    /** Adds memory; without effect when it is {@linkplain #isHidden hidden}. */
    void add(MemorySegment memory) {
        if (memory.isNative()) {
            ofNative.add(memory.address(), end(memory));
        } else if (!isHidden(memory)) {
            ofArrays.computeIfAbsent(array(memory), _ -> new RangeTree())
                    .add(memory.address(), end(memory));
        }
    }

    /** Removes memory that was added, once. */
    void remove(MemorySegment memory) {
        if (memory.isNative()) {
            ofNative.remove(memory.address(), end(memory));
            return;
        }
        RangeTree ranges = isHidden(memory) ? null : ofArrays.get(array(memory));
        if (ranges != null) {
            ranges.remove(memory.address(), end(memory));
            if (ranges.isEmpty()) {
                ofArrays.remove(array(memory));
            }
        }
    }

    private static Object array(MemorySegment memory) {
        return memory.heapBase().orElseThrow();
    }

    private static long end(MemorySegment memory) {
        long end = memory.address() + memory.byteSize();
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
