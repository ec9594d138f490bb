package dev.hira.sim.ptx;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where variables live. */
public enum StateSpace {
    REG,
    PARAM,
    LOCAL,
    SHARED,
    CONST,
    GLOBAL,
    TEX;

    private final String suffix = "." + name().toLowerCase(Locale.ROOT);

    /** As PTX writes it, with the dot. */
    public String suffix() {
        return suffix;
    }

    /** The space that PTX writes so, or null. */
    public static @Nullable StateSpace of(String suffix) {
        for (StateSpace space : values()) {
            if (space.suffix.equals(suffix)) {
                return space;
            }
        }
        return null;
    }
}
