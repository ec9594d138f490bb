package dev.hira.router.journal;

import dev.hira.base.LongMap;
import dev.hira.router.catalog.ObjectType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the live objects of a session by name, and those that are ranges by any address inside. */
final class ObjectIndex {
    private final List<ObjectType> types;
    private final LongMap<JournalObject> named = new LongMap<>();
    private final TreeMap<Long, JournalObject> ranges = new TreeMap<>(Long::compareUnsigned);

    ObjectIndex(List<ObjectType> types) {
        this.types = types;
    }

    @Nullable JournalObject find(int type, long name) {
        JournalObject found = isRange(type) ? containing(name) : named.get(name);
        return found != null && found.type == type ? found : null;
    }

    private @Nullable JournalObject containing(long address) {
        Map.Entry<Long, JournalObject> below = ranges.floorEntry(address);
        return below != null && below.getValue().contains(address) ? below.getValue() : null;
    }

    /** Returns the object of exactly this name. */
    @Nullable JournalObject exact(int type, long name) {
        return isRange(type) ? ranges.get(name) : named.get(name);
    }

    /** Calls an action with the newest object of each name. */
    void forEach(Consumer<JournalObject> action) {
        named.forEach(action);
        ranges.values().forEach(action);
    }

    void put(JournalObject object) {
        if (isRange(object.type)) {
            ranges.put(object.name, object);
        } else {
            named.put(object.name, object);
        }
    }

    /** Puts another object in the place of an object, unless a newer one has its name. */
    void replace(JournalObject object, JournalObject by) {
        if (object.equals(exact(object.type, object.name))) {
            put(by);
        }
    }

    /** Removes an object, unless a newer one has its name. */
    void remove(JournalObject object) {
        if (object.equals(exact(object.type, object.name))) {
            if (isRange(object.type)) {
                ranges.remove(object.name);
            } else {
                named.remove(object.name);
            }
        }
    }

    private boolean isRange(int type) {
        return types.get(type - 1).address();
    }
}
