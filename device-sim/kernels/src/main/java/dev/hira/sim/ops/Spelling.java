package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An instruction's text, split into its parts.
 *
 * @param flags modifiers that are not types, without their dots, in the order of the text
 */
record Spelling(String opcode, List<String> flags, List<ScalarType> types) {
    private static final Set<String> ROUNDINGS =
            Set.of("rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi");

    /** Returns the parts, or null when no arithmetic instruction has this spelling. */
    static @Nullable Spelling of(String opcode, List<String> modifiers) {
        List<String> flags = new ArrayList<>();
        List<ScalarType> types = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String modifier : modifiers) {
            @Nullable ScalarType type = ScalarType.of(modifier);
            if (type != null && Carriers.has(type)) {
                types.add(type);
            } else if (type == null && seen.add(modifier)) {
                flags.add(modifier.substring(1));
            } else {
                return null;
            }
        }
        boolean twice = flags.stream().filter(ROUNDINGS::contains).count() > 1;
        return twice || types.isEmpty() || types.size() > 3
                ? null
                : new Spelling(opcode, List.copyOf(flags), List.copyOf(types));
    }

    ScalarType type(int index) {
        return types.get(index);
    }

    ScalarType lastType() {
        return types.getLast();
    }

    boolean has(String flag) {
        return flags.contains(flag);
    }

    /** Returns the same spelling without some flags. */
    Spelling without(String... dropped) {
        Set<String> gone = Set.of(dropped);
        return new Spelling(
                opcode, flags.stream().filter(flag -> !gone.contains(flag)).toList(), types);
    }

    /** Returns the same spelling with one more flag at the end. */
    Spelling with(String flag) {
        List<String> all = new ArrayList<>(flags);
        all.add(flag);
        return new Spelling(opcode, List.copyOf(all), types);
    }

    /** Opcode and flags in the form with which method names begin. */
    String stem() {
        StringBuilder stem = new StringBuilder(opcode);
        flags.forEach(flag -> stem.append(capital(flag)));
        return stem.toString();
    }

    static String capital(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1);
    }

    /** Returns the type without its signedness; null for types without signedness. */
    static @Nullable String unsigned(ScalarType type) {
        return switch (type) {
            case U16X2, S16X2 -> "B16X2";
            default ->
                    type.kind() == Kind.UNSIGNED || type.kind() == Kind.SIGNED
                            ? "B" + type.bits()
                            : null;
        };
    }
}
