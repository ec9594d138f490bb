package dev.hira.base;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The keys of a hash table with open addressing and linear probing; a subclass keeps the values in
 * an array beside them. Removal moves later keys of a run back, so the table needs no tombstones.
 * Only growth allocates. At most half of the slots are taken.
 *
 * <p>0 marks an empty slot; the key 0 itself has a slot after all others.
 */
public abstract sealed class LongKeys permits LongMap, LongIntMap {
    /** The result of {@link #slot} for a missing key. */
    static final int NONE = -1;

    static final int FIRST_CAPACITY = 16;

    private final long salt;
    private long[] keys = new long[FIRST_CAPACITY];
    private boolean hasZero;
    private int size;

    LongKeys(long salt) {
        this.salt = salt;
    }

    /** Returns the number of keys. */
    public final int size() {
        return size;
    }

    /** Passes all keys, in no order; the action must not change the map. */
    public final void forEachKey(LongConsumer action) {
        if (hasZero) {
            action.accept(0);
        }
        for (long key : keys) {
            if (key != 0) {
                action.accept(key);
            }
        }
    }

    /** Moves a value to another slot. */
    abstract void move(int from, int to);

    /**
     * Replaces the array of values.
     *
     * @param targets for each old slot its new one, or {@link #NONE}
     * @param slots the new number of slots
     */
    abstract void spread(int[] targets, int slots);

    /** Returns the slot of a key, or {@link #NONE}. */
    final int slot(long key) {
        if (key == 0) {
            return hasZero ? keys.length : NONE;
        }
        int at = probe(key);
        return keys[at] == key ? at : NONE;
    }

    /** Returns the slot of a key, which is added if missing. */
    final int claim(long key) {
        int known = slot(key);
        if (known != NONE) {
            return known;
        }
        if ((size + 1) * 2 > keys.length) {
            grow();
        }
        size++;
        if (key == 0) {
            hasZero = true;
            return keys.length;
        }
        int at = probe(key);
        keys[at] = key;
        return at;
    }

    /**
     * Removes the key in a slot.
     *
     * @return the slot that is now empty, whose value the subclass clears
     */
    final int release(int slot) {
        size--;
        if (slot == keys.length) {
            hasZero = false;
            return slot;
        }
        int mask = keys.length - 1;
        int hole = slot;
        for (int at = (hole + 1) & mask; keys[at] != 0; at = (at + 1) & mask) {
            int home = SaltedHash.slot(keys[at], salt, mask);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                keys[hole] = keys[at];
                move(at, hole);
                hole = at;
            }
        }
        keys[hole] = 0;
        return hole;
    }

    final void releaseAll() {
        Arrays.fill(keys, 0);
        hasZero = false;
        size = 0;
    }

    /** Returns the largest number of slots that a search visits. */
    final int longestSearch() {
        int longest = 0;
        int mask = keys.length - 1;
        for (int at = 0; at <= mask; at++) {
            if (keys[at] != 0) {
                longest = Math.max(longest, (at - SaltedHash.slot(keys[at], salt, mask)) & mask);
            }
        }
        return longest;
    }

    private int probe(long key) {
        int mask = keys.length - 1;
        int at = SaltedHash.slot(key, salt, mask);
        while (keys[at] != key && keys[at] != 0) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = keys;
        keys = new long[old.length * 2];
        int[] targets = new int[old.length + 1];
        for (int i = 0; i < old.length; i++) {
            targets[i] = NONE;
            if (old[i] != 0) {
                int at = probe(old[i]);
                keys[at] = old[i];
                targets[i] = at;
            }
        }
        targets[old.length] = hasZero ? keys.length : NONE;
        spread(targets, keys.length + 1);
    }
}
