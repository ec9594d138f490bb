package dev.hira.policy.gate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values by long keys: a hash table in arrays with open addressing. Allocates only when it grows.
 *
 * @param <T> what it holds
 */
public final class LongTable<T> {
    private static final int SMALLEST = 16;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;

    public int size() {
        return size;
    }

    public @Nullable T get(long key) {
        return value(slot(key));
    }

    /** Puts a value; one that was there is replaced. */
    public void put(long key, T value) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int slot = slot(key);
        if (values[slot] == null) {
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    /** Takes a value out; null when there is none. */
    public @Nullable T remove(long key) {
        int slot = slot(key);
        T value = value(slot);
        if (value != null) {
            size--;
            close(slot);
        }
        return value;
    }

    public void clear() {
        Arrays.fill(values, null);
        size = 0;
    }

    /** All values, in no order. */
    public List<T> values() {
        List<T> all = new ArrayList<>(size);
        for (int slot = 0; slot < values.length; slot++) {
            T value = value(slot);
            if (value != null) {
                all.add(value);
            }
        }
        return all;
    }

    @SuppressWarnings("unchecked") // only put stores values
    private @Nullable T value(int slot) {
        return (T) values[slot];
    }

    /** Empties a slot, and moves those behind it that would not be found any more. */
    private void close(int emptied) {
        int mask = keys.length - 1;
        int hole = emptied;
        values[hole] = null;
        for (int i = (hole + 1) & mask; values[i] != null; i = (i + 1) & mask) {
            int home = home(keys[i]);
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                keys[hole] = keys[i];
                values[hole] = values[i];
                values[i] = null;
                hole = i;
            }
        }
    }

    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new @Nullable Object[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    /** Where a key is, or where it would go. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int home(long key) {
        return (int) ((key * MIX) >>> 32) & (keys.length - 1);
    }
}
