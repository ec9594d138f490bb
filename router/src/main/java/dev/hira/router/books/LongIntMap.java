package dev.hira.router.books;

import java.util.Arrays;

/**
 * A hash map from longs to non-negative ints: open addressing, linear probing, no tombstones. Keys
 * are chosen by guests, so their hash is salted. Belongs to one thread.
 */
public final class LongIntMap {
    /** What {@link #get} and {@link #remove} answer for a key that is not there. */
    public static final int MISSING = -1;

    private static final int FIRST_CAPACITY = 8;

    private final long salt;
    private long[] keys = new long[FIRST_CAPACITY];
    private int[] values = filled(FIRST_CAPACITY);
    private int size;

    /**
     * @param salt a random number that makes collisions unpredictable
     */
    public LongIntMap(long salt) {
        this.salt = salt;
    }

    public int size() {
        return size;
    }

    public int get(long key) {
        return values[find(key)];
    }

    public boolean contains(long key) {
        return size != 0 && get(key) != MISSING;
    }

    /** Enters or replaces a value, which must not be negative. */
    public void put(long key, int value) {
        int slot = find(key);
        if (values[slot] == MISSING) {
            if ((size + 1) * 2 > keys.length) {
                grow();
                slot = find(key);
            }
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    public int remove(long key) {
        int hole = find(key);
        int removed = values[hole];
        if (removed == MISSING) {
            return MISSING;
        }
        size--;
        closeHole(hole);
        return removed;
    }

    /** Moves later entries of the probe sequence forward, so that no search ends too early. */
    private void closeHole(int start) {
        int mask = keys.length - 1;
        int hole = start;
        for (int at = (hole + 1) & mask; values[at] != MISSING; at = (at + 1) & mask) {
            int home = home(keys[at]);
            if (((at - home) & mask) >= ((at - hole) & mask)) {
                keys[hole] = keys[at];
                values[hole] = values[at];
                hole = at;
            }
        }
        values[hole] = MISSING;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int at = home(key);
        while (values[at] != MISSING && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private int home(long key) {
        long h = key ^ salt;
        h = (h ^ (h >>> 32)) * 0xd6e8feb86659fd93L;
        h = (h ^ (h >>> 32)) * 0xd6e8feb86659fd93L;
        return (int) (h ^ (h >>> 32)) & (keys.length - 1);
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = filled(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != MISSING) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    private static int[] filled(int capacity) {
        int[] values = new int[capacity];
        Arrays.fill(values, MISSING);
        return values;
    }
}
