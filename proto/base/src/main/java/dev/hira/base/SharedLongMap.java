package dev.hira.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A hash map from longs other than 0, which guests may choose, to objects. Any thread may read it
 * without a lock and without garbage; writers are serialized. A writer stores the value before the
 * key, so a reader that sees the key sees the value; a removed key keeps its slot until the table
 * is rebuilt, so a reader probes past it.
 */
public final class SharedLongMap<V> {
    private static final int LEAST = 64;

    private final long salt;
    private volatile Slots slots = new Slots(LEAST);

    @GuardedBy("this")
    private int taken;

    @GuardedBy("this")
    private int live;

    private static final class Slots {
        final long[] keys;
        final @Nullable Object[] values;

        Slots(int size) {
            keys = new long[size];
            values = new @Nullable Object[size];
        }
    }

    public SharedLongMap() {
        this(SaltedHash.newSalt());
    }

    SharedLongMap(long salt) {
        this.salt = salt;
    }

    /** Returns the value of a key, or null. */
    public @Nullable V get(long key) {
        if (key == 0) {
            return null;
        }
        Slots now = slots;
        int at = find(now, key);
        return now.keys[at] == key ? value(now, at) : null;
    }

    /** Adds a value; false when its key is in use or 0. */
    public synchronized boolean putIfAbsent(long key, V value) {
        if (key == 0 || get(key) != null) {
            return false;
        }
        if ((taken + 1) * 2 > slots.keys.length) {
            rebuild();
        }
        Slots now = slots;
        int at = find(now, key);
        taken += now.keys[at] == 0 ? 1 : 0;
        live++;
        now.values[at] = value;
        now.keys[at] = key;
        publish();
        return true;
    }

    /** Removes a key; returns its value, or null when it is missing. */
    public synchronized @Nullable V remove(long key) {
        V removed = get(key);
        if (removed != null) {
            Slots now = slots;
            now.values[find(now, key)] = null;
            live--;
            publish();
        }
        return removed;
    }

    /** Removes and returns all values that match the condition. */
    public synchronized List<V> removeIf(Predicate<? super V> condition) {
        List<V> removed = new ArrayList<>();
        Slots now = slots;
        for (int at = 0; at < now.keys.length; at++) {
            V value = value(now, at);
            if (value != null && condition.test(value)) {
                now.values[at] = null;
                live--;
                removed.add(value);
            }
        }
        publish();
        return removed;
    }

    /** Returns all values, in no order. */
    public synchronized List<V> values() {
        List<V> all = new ArrayList<>(live);
        Slots now = slots;
        for (int at = 0; at < now.keys.length; at++) {
            V value = value(now, at);
            if (value != null) {
                all.add(value);
            }
        }
        return all;
    }

    /** Returns the number of keys. */
    public synchronized int size() {
        return live;
    }

    /** Returns the slot of a key, or the empty slot where its search ends. */
    private int find(Slots in, long key) {
        int mask = in.keys.length - 1;
        int at = SaltedHash.slot(key, salt, mask);
        while (in.keys[at] != key && in.keys[at] != 0) {
            at = (at + 1) & mask;
        }
        return at;
    }

    @GuardedBy("this")
    private void rebuild() {
        Slots old = slots;
        Slots fresh = new Slots(Math.max(LEAST, Integer.highestOneBit(live * 4 + 1) * 2));
        taken = 0;
        for (int at = 0; at < old.keys.length; at++) {
            if (old.values[at] != null) {
                int to = find(fresh, old.keys[at]);
                fresh.keys[to] = old.keys[at];
                fresh.values[to] = old.values[at];
                taken++;
            }
        }
        slots = fresh;
    }

    /** Publishes the writes to readers, which begin with a volatile read of the same field. */
    private void publish() {
        Slots now = slots;
        slots = now;
    }

    @SuppressWarnings("unchecked") // only putIfAbsent stores values
    private @Nullable V value(Slots in, int at) {
        return (V) in.values[at];
    }
}
