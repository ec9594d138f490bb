package dev.hira.server.call;

import dev.hira.server.dispatch.HandleType;
import dev.hira.server.objects.ObjectTable;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The names reserved by one call for the objects that it is about to create. */
final class Claims {
    private int count;
    private @Nullable HandleType[] types = new HandleType[1];
    private long[] names = new long[1];
    private long[] extents = new long[1];

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    void add(HandleType type, long name, long extent) {
        if (count == types.length) {
            types = Arrays.copyOf(types, count * 2);
            names = Arrays.copyOf(names, count * 2);
            extents = Arrays.copyOf(extents, count * 2);
        }
        types[count] = type;
        names[count] = name;
        extents[count++] = extent;
    }

    /** Whether some claimed name is of such a type. */
    boolean anyOf(Predicate<HandleType> types) {
        for (int i = 0; i < count; i++) {
            HandleType type = this.types[i];
            if (type != null && types.test(type)) {
                return true;
            }
        }
        return false;
    }

    /** Reserves the names while the call is away. */
    void reserve(ObjectTable table) {
        for (int i = 0; i < count; i++) {
            HandleType type = types[i];
            if (type != null) {
                table.reserve(type, names[i], extents[i]);
            }
        }
    }

    /** Releases the names; the table keeps those under which an object was created. */
    void unreserve(ObjectTable table) {
        for (int i = 0; i < count; i++) {
            table.unreserve(names[i]);
        }
    }
}
