package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Variable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of a block, within those of the block around it. */
public final class PtxScope {
    private final @Nullable PtxScope outer;
    private final Map<String, Variable> variables = new HashMap<>();
    private final Map<String, Variable> families = new HashMap<>();

    /** Creates an empty block within another; null stands for the outermost block of a function. */
    public PtxScope(@Nullable PtxScope outer) {
        this.outer = outer;
    }

    /**
     * Adds a variable; returns the variable that already has its name in this very block, or null.
     */
    public @Nullable Variable declare(Variable variable) {
        return variable.count() == 0
                ? variables.putIfAbsent(variable.name(), variable)
                : families.putIfAbsent(variable.name(), variable);
    }

    /**
     * Returns the declaration that a name refers to here, or null: {@code %r<9>} declares {@code
     * %r7}.
     */
    public @Nullable Variable find(String name) {
        for (PtxScope scope = this; scope != null; scope = scope.outer) {
            @Nullable Variable found = scope.variables.get(name);
            if (found == null) {
                found = scope.family(name);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Variable family(String name) {
        int digits = name.length();
        while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
            digits--;
            @Nullable Variable family = families.get(name.substring(0, digits));
            if (family != null && inFamily(name, digits, family.count())) {
                return family;
            }
        }
        return null;
    }

    private static boolean inFamily(String name, int digits, int count) {
        boolean plain = name.charAt(digits) != '0' || name.length() == digits + 1;
        return plain
                && name.length() - digits <= 9
                && Integer.parseInt(name, digits, name.length(), 10) < count;
    }
}
