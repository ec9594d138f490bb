package dev.hira.sim.ptx.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The visibility of a name outside its module. */
public enum Linkage {
    INTERNAL,
    VISIBLE,
    EXTERN,
    WEAK,
    COMMON;

    /** Returns the linkage with this PTX spelling, or null. */
    public static @Nullable Linkage of(String suffix) {
        return switch (suffix) {
            case ".visible" -> VISIBLE;
            case ".extern" -> EXTERN;
            case ".weak" -> WEAK;
            case ".common" -> COMMON;
            default -> null;
        };
    }

    /** Returns the PTX spelling followed by a blank, or an empty string. */
    public String prefix() {
        return this == INTERNAL ? "" : "." + name().toLowerCase(Locale.ROOT) + " ";
    }
}
