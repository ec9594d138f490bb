package dev.hira.sim.ops;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The table of pure instructions: from their text to the methods that compute them. */
public final class Operations {
    private static final Map<Key, Operation> FOUND = new ConcurrentHashMap<>();

    private Operations() {}

    private record Key(String opcode, List<String> modifiers, int sources) {}

    /**
     * The operation of an instruction, or null when it is not a pure one or not supported.
     * Modifiers are as the text has them, each with its dot. For {@code setp} and {@code lop3} the
     * operator that combines with a further predicate is ignored: that, and second destinations,
     * are the caller's.
     */
    public static @Nullable Operation find(String opcode, List<String> modifiers) {
        return find(opcode, modifiers, 2);
    }

    /**
     * As {@link #find(String, List)}, for an instruction with that many sources. It matters for
     * {@code min} and {@code max} only, which have forms with two and with three.
     */
    public static @Nullable Operation find(String opcode, List<String> modifiers, int sources) {
        Key key = new Key(opcode, List.copyOf(modifiers), sources == 3 ? 3 : 2);
        @Nullable Operation known = FOUND.get(key);
        if (known != null) {
            return known;
        }
        @Nullable Spelling spelling = Spelling.of(opcode, modifiers);
        @Nullable Operation found =
                spelling == null ? null : Families.resolve(spelling, key.sources());
        if (found != null) {
            FOUND.put(key, found);
        }
        return found;
    }
}
