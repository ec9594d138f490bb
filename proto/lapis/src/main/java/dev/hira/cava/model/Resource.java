package dev.hira.cava.model;

import dev.hira.cava.type.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * A resource that calls consume or hold.
 *
 * @param index its place in the description, from 0
 * @param continuous whether it is held until given back, rather than consumed once
 * @param exhausted the error that refuses an allocation above the quota
 * @param perCall whether every call consumes one
 * @param role its meaning to schedulers and limits
 */
public record Resource(
        int index,
        String name,
        boolean continuous,
        String unit,
        @Nullable String exhausted,
        boolean perCall,
        Role role) {
    /** The meanings of resources to schedulers and limits, which do not know the API's names. */
    public enum Role {
        NONE,
        COPY_IN,
        COPY_OUT,
        COPY_ON_DEVICE,
        THREADS,
        DEVICE_MEMORY
    }

    /** Returns the name as a Java constant. */
    public String constant() {
        return JavaNames.constant(name);
    }
}
