package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The table of pure instructions, which maps their text to the methods that compute them. */
public final class Operations {
    private static final Map<Key, Operation> FOUND = new ConcurrentHashMap<>();

    private Operations() {}

    private record Key(String opcode, List<String> modifiers, int sources) {}

    /**
     * Returns the operation of an instruction, or null when it is not pure or not supported.
     * Modifiers are those of the text, each with its dot. For {@code setp} and {@code lop3} it
     * ignores the operator that combines with a further predicate: the caller handles that and
     * second destinations.
     */
    public static @Nullable Operation find(String opcode, List<String> modifiers) {
        return find(opcode, modifiers, 2);
    }

    /**
     * Returns the operation of an instruction with that many sources, as {@link #find(String,
     * List)}. The number matters only for {@code min} and {@code max}, which have forms with two
     * and with three.
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

    /**
     * Returns the operation for the value of {@code add}, {@code addc}, {@code sub}, {@code subc},
     * {@code mad} or {@code madc}, with or without {@code .cc}; null for others. Those that end
     * with c read the carry as their last source, a predicate.
     */
    public static @Nullable Operation value(String opcode, List<String> modifiers) {
        @Nullable Spelling spelling = Spelling.of(opcode, modifiers);
        return spelling == null ? null : CarryFamily.value(spelling.without("cc"));
    }

    /**
     * Returns the operation for the carry or borrow that belongs to {@link #value}, from the same
     * sources: a predicate.
     */
    public static @Nullable Operation carryOut(String opcode, List<String> modifiers) {
        @Nullable Spelling spelling = Spelling.of(opcode, modifiers);
        return spelling == null ? null : CarryFamily.carryOut(spelling.without("cc"));
    }

    /** Returns the comparison of the low or high values of two pairs in a {@code setp} of f16x2. */
    public static @Nullable Operation compareHalf(List<String> modifiers, boolean high) {
        @Nullable Spelling spelling = Spelling.of("setp", modifiers);
        return spelling == null ? null : CompareFamily.compareHalf(spelling, high);
    }

    /**
     * Returns the operation that packs parts into a word, lowest first: b16 of two b8, b32 of two
     * b16 or four b8, b64 of two b32 or four b16. Null for other divisions.
     */
    public static @Nullable Operation pack(ScalarType whole, ScalarType part) {
        int parts = Math.max(1, whole.bits() / part.bits());
        return Methods.operation(
                "pack" + whole + part,
                new Signature(Collections.nCopies(parts, part), whole),
                false,
                false);
    }

    /**
     * Returns the operation that extracts a part of a word, 0 being the lowest, for the divisions
     * of {@link #pack}.
     */
    public static @Nullable Operation unpack(ScalarType whole, ScalarType part, int index) {
        return Methods.operation(
                "unpack" + whole + part + "At" + index, Signature.of(part, whole), false, false);
    }
}
