package dev.hira.sim.ptx;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who sees a name outside its module. */
public enum Linkage {
    INTERNAL,
    VISIBLE,
    EXTERN,
    WEAK,
    COMMON;

    /** The linkage that PTX writes so, or null. */
    static @Nullable Linkage of(String suffix) {
        return switch (suffix) {
            case ".visible" -> VISIBLE;
            case ".extern" -> EXTERN;
            case ".weak" -> WEAK;
            case ".common" -> COMMON;
            default -> null;
        };
    }

    /** As PTX writes it with a blank behind, or nothing. */
    public String prefix() {
        return this == INTERNAL ? "" : "." + name().toLowerCase(Locale.ROOT) + " ";
    }
}
