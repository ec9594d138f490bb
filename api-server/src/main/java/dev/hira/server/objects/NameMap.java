package dev.hira.server.objects;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Objects by name: a hash table with open addressing and linear probing, whose look-ups allocate
 * nothing. Removal moves later entries of the run back, so there are no tombstones.
 */
final class NameMap {
    private static final int FIRST_CAPACITY = 32;

    private long[] keys = new long[FIRST_CAPACITY];
    private @Nullable ObjectEntry[] entries = new ObjectEntry[FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    @Nullable ObjectEntry get(long name) {
        int mask = keys.length - 1;
        for (int at = slot(name, mask); ; at = (at + 1) & mask) {
            ObjectEntry entry = entries[at];
            if (entry == null || keys[at] == name) {
                return entry;
            }
        }
    }

    /** Adds an entry whose name must not be there yet. */
    void add(ObjectEntry entry) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        place(entry);
        size++;
    }

    /** Removes a name; nothing happens when it is not there. */
    void remove(long name) {
        int mask = keys.length - 1;
        int at = slot(name, mask);
        while (entries[at] != null && keys[at] != name) {
            at = (at + 1) & mask;
        }
        if (entries[at] == null) {
            return;
        }
        size--;
        closeGap(at, mask);
    }

    void forEach(Consumer<ObjectEntry> action) {
        for (ObjectEntry entry : entries) {
            if (entry != null) {
                action.accept(entry);
            }
        }
    }

    /** Moves the entries of the run behind {@code gap} back where they may stand before it. */
    private void closeGap(int gap, int mask) {
        int hole = gap;
        int at = (gap + 1) & mask;
        while (entries[at] != null) {
            int home = slot(keys[at], mask);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                keys[hole] = keys[at];
                entries[hole] = entries[at];
                hole = at;
            }
            at = (at + 1) & mask;
        }
        entries[hole] = null;
    }

    private void place(ObjectEntry entry) {
        int mask = keys.length - 1;
        int at = slot(entry.name, mask);
        while (entries[at] != null) {
            at = (at + 1) & mask;
        }
        keys[at] = entry.name;
        entries[at] = entry;
    }

    private void grow() {
        @Nullable ObjectEntry[] old = entries;
        keys = new long[old.length * 2];
        entries = new ObjectEntry[old.length * 2];
        for (ObjectEntry entry : old) {
            if (entry != null) {
                place(entry);
            }
        }
    }

    private static int slot(long name, int mask) {
        long mixed = name * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }
}
