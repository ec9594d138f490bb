package dev.hira.router.journal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an object of which only the newest counts, by slot. A call stays until a later call
 * in its slot is known to have succeeded.
 */
final class LatestCalls {
    /**
     * A slot: its name, and the values that distinguish slots of this name. It has an order because
     * guests could choose values of equal hash codes.
     */
    record Slot(String name, List<Long> values) implements Comparable<Slot> {
        @Override
        public int compareTo(Slot other) {
            int byName = name.compareTo(other.name);
            return byName != 0
                    ? byName
                    : Arrays.compare(
                            values.toArray(Long[]::new), other.values.toArray(Long[]::new));
        }
    }

    private final Map<Slot, JournalEntry> newest = new HashMap<>(4);

    /** Adds the newest call of its slot. */
    void add(JournalEntry entry, Slot slot) {
        entry.slot = slot;
        entry.older = newest.put(slot, entry);
    }

    /** Takes a call back that has failed. */
    void remove(JournalEntry entry) {
        Slot slot = Objects.requireNonNull(entry.slot);
        JournalEntry at = newest.get(slot);
        if (at == null) {
            return;
        }
        if (at.equals(entry)) {
            if (entry.older == null) {
                newest.remove(slot);
            } else {
                newest.put(slot, entry.older);
            }
            return;
        }
        while (at != null && at.older != null && !at.older.equals(entry)) {
            at = at.older;
        }
        if (at != null) {
            at.older = entry.older;
        }
    }

    /** Moves all calls on top of those of another object. */
    void moveTo(JournalObject object) {
        newest.forEach((slot, newer) -> {
            JournalEntry last = newer;
            last.of = object;
            while (last.older != null) {
                last = last.older;
                last.of = object;
            }
            last.older = object.latest.newest.put(slot, newer);
        });
        newest.clear();
    }

    /** Returns the newest call of a slot. */
    @Nullable JournalEntry newest(Slot slot) {
        return newest.get(slot);
    }

    /** Forgets a slot. */
    void clear(Slot slot) {
        newest.remove(slot);
    }

    /** Forgets all slots. */
    void clear() {
        newest.clear();
    }

    /** Passes all calls, newest of each slot first. */
    void forEach(Consumer<JournalEntry> action) {
        for (JournalEntry entry : newest.values()) {
            for (JournalEntry at = entry; at != null; at = at.older) {
                action.accept(at);
            }
        }
    }
}
