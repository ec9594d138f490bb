package dev.hira.sim.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a process by name: a hash table with open addressing, which is read without a lock
 * and without garbage. An entry is written value first, so a reader that sees the name sees the
 * object; a removed entry keeps its name until the table is rebuilt, so that probing goes on past
 * it.
 */
final class HandleTable {
    private static final int LEAST = 64;

    private volatile Slots slots = new Slots(LEAST);
    private int taken;
    private int live;

    private static final class Slots {
        final long[] names;
        final @Nullable SimObject[] objects;

        Slots(int size) {
            names = new long[size];
            objects = new SimObject[size];
        }

        int find(long name) {
            int mask = names.length - 1;
            int at = (int) ((name * 0x9E3779B97F4A7C15L) >>> 32) & mask;
            while (names[at] != name && names[at] != 0) {
                at = (at + 1) & mask;
            }
            return at;
        }
    }

    /** The object of this name, or null. */
    @Nullable SimObject get(long name) {
        if (name == 0) {
            return null;
        }
        Slots now = slots;
        int at = now.find(name);
        return now.names[at] == name ? now.objects[at] : null;
    }

    /** Enters an object; false when its name is in use or 0. */
    synchronized boolean put(long name, SimObject object) {
        if (name == 0 || get(name) != null) {
            return false;
        }
        if ((taken + 1) * 2 > slots.names.length) {
            rebuild();
        }
        int at = slots.find(name);
        taken += slots.names[at] == 0 ? 1 : 0;
        live++;
        slots.objects[at] = object;
        slots.names[at] = name;
        publish();
        return true;
    }

    /** Removes an object; null when there was none of this name. */
    synchronized @Nullable SimObject remove(long name) {
        @Nullable SimObject object = get(name);
        if (object != null) {
            slots.objects[slots.find(name)] = null;
            live--;
            publish();
        }
        return object;
    }

    /** Removes and returns all objects that are meant. */
    synchronized List<SimObject> removeIf(Predicate<SimObject> meant) {
        List<SimObject> removed = new ArrayList<>();
        Slots now = slots;
        for (int at = 0; at < now.names.length; at++) {
            @Nullable SimObject object = now.objects[at];
            if (object != null && meant.test(object)) {
                now.objects[at] = null;
                live--;
                removed.add(object);
            }
        }
        publish();
        return removed;
    }

    /** How many objects there are. */
    synchronized int size() {
        return live;
    }

    private void rebuild() {
        Slots old = slots;
        Slots fresh = new Slots(Math.max(LEAST, Integer.highestOneBit(live * 4 + 1) * 2));
        taken = 0;
        for (int at = 0; at < old.names.length; at++) {
            if (old.objects[at] != null) {
                int to = fresh.find(old.names[at]);
                fresh.names[to] = old.names[at];
                fresh.objects[to] = old.objects[at];
                taken++;
            }
        }
        slots = fresh;
    }

    /** Lets readers, which begin with a volatile read of the same field, see what was written. */
    private void publish() {
        Slots now = slots;
        slots = now;
    }
}
