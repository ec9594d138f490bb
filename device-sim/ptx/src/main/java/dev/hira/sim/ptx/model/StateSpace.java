package dev.hira.sim.ptx.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The PTX state space of a variable. */
public enum StateSpace {
    REG,
    PARAM,
    LOCAL,
    SHARED,
    CONST,
    GLOBAL,
    TEX;

    private final String suffix = "." + name().toLowerCase(Locale.ROOT);

    /** The PTX spelling, with the dot. */
    public String suffix() {
        return suffix;
    }

    /** Returns the space with this PTX spelling, or null. */
    public static @Nullable StateSpace of(String suffix) {
        for (StateSpace space : values()) {
            if (space.suffix.equals(suffix)) {
                return space;
            }
        }
        return null;
    }
}
