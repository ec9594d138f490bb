package dev.hira.base;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash map from longs, which guests may choose, to objects. Only growth allocates. Belongs to one
 * thread.
 */
public final class LongMap<V> extends LongKeys {
    private @Nullable Object[] values = new @Nullable Object[FIRST_CAPACITY + 1];

    public LongMap() {
        this(SaltedHash.newSalt());
    }

    LongMap(long salt) {
        super(salt);
    }

    public @Nullable V get(long key) {
        int slot = slot(key);
        return slot == NONE ? null : value(slot);
    }

    /** Adds or replaces a value. */
    public void put(long key, V value) {
        int slot = claim(key);
        values[slot] = value;
    }

    /** Removes a key; returns its value, or null when it is missing. */
    public @Nullable V remove(long key) {
        int slot = slot(key);
        if (slot == NONE) {
            return null;
        }
        V removed = value(slot);
        values[release(slot)] = null;
        return removed;
    }

    public void clear() {
        releaseAll();
        Arrays.fill(values, null);
    }

    /** Passes every value to an action, in no order; the action must not change the map. */
    public void forEach(Consumer<? super V> action) {
        for (int slot = 0; slot < values.length; slot++) {
            V value = value(slot);
            if (value != null) {
                action.accept(value);
            }
        }
    }

    @Override
    void move(int from, int to) {
        values[to] = values[from];
    }

    @Override
    void spread(int[] targets, int slots) {
        @Nullable Object[] spread = new @Nullable Object[slots];
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] != NONE) {
                spread[targets[i]] = values[i];
            }
        }
        values = spread;
    }

    @SuppressWarnings("unchecked") // only put stores values
    private @Nullable V value(int slot) {
        return (V) values[slot];
    }
}
