package dev.hira.icd.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mapped memory of a program, which knows only its first address. */
final class Mappings {
    private record Place(long mem, long address) {}

    @GuardedBy("this")
    private final Map<Place, Deque<MemorySegment>> mapped = new HashMap<>();

    synchronized void add(long mem, MemorySegment memory) {
        mapped.computeIfAbsent(new Place(mem, memory.address()), _ -> new ArrayDeque<>())
                .addLast(memory);
    }

    /** Removes the memory that was mapped first for an object at an address; empty when none. */
    synchronized MemorySegment remove(long mem, long address) {
        Place place = new Place(mem, address);
        @Nullable Deque<MemorySegment> all = mapped.get(place);
        if (all == null) {
            return MemorySegment.NULL;
        }
        MemorySegment first = all.removeFirst();
        if (all.isEmpty()) {
            mapped.remove(place);
        }
        return first;
    }
}
