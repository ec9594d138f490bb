package dev.hira.server.call;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session by number: a hash table with open addressing, and the lane that was found
 * last, which is usually the one that is looked up next.
 */
final class LaneTable<D> {
    private @Nullable Lane<D>[] slots = newSlots(16);
    private int size;
    private @Nullable Lane<D> last;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <D> @Nullable Lane<D>[] newSlots(int capacity) {
        return new Lane[capacity];
    }

    int size() {
        return size;
    }

    @Nullable Lane<D> get(int id) {
        Lane<D> recent = last;
        if (recent != null && recent.id == id) {
            return recent;
        }
        int mask = slots.length - 1;
        for (int at = slot(id, mask); ; at = (at + 1) & mask) {
            Lane<D> lane = slots[at];
            if (lane == null) {
                return null;
            }
            if (lane.id == id) {
                last = lane;
                return lane;
            }
        }
    }

    /** Adds a lane whose number is not there yet. */
    void add(Lane<D> lane) {
        if (2 * (size + 1) > slots.length) {
            rebuild(slots.length * 2, null);
        }
        place(lane);
        size++;
    }

    void remove(Lane<D> lane) {
        rebuild(slots.length, lane);
        size--;
        last = null;
    }

    void forEach(Consumer<Lane<D>> action) {
        for (Lane<D> lane : slots) {
            if (lane != null) {
                action.accept(lane);
            }
        }
    }

    void clear() {
        Arrays.fill(slots, null);
        size = 0;
        last = null;
    }

    @SuppressWarnings("ReferenceEquality") // this very lane
    private void rebuild(int capacity, @Nullable Lane<D> without) {
        @Nullable Lane<D>[] old = slots;
        slots = newSlots(capacity);
        for (Lane<D> lane : old) {
            if (lane != null && lane != without) {
                place(lane);
            }
        }
    }

    private void place(Lane<D> lane) {
        int mask = slots.length - 1;
        int at = slot(lane.id, mask);
        while (slots[at] != null) {
            at = (at + 1) & mask;
        }
        slots[at] = lane;
    }

    private static int slot(int id, int mask) {
        return ((id * 0x9E3779B9) >>> 16) & mask;
    }
}
