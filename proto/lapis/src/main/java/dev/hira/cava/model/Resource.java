package dev.hira.cava.model;

import dev.hira.cava.type.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Something that calls use up or hold.
 *
 * @param index its place in the description, from 0
 * @param continuous held until given back, rather than consumed once
 * @param exhausted the error that refuses an allocation over the quota
 * @param perCall whether every call consumes one
 * @param role what it is to schedulers and limits
 */
public record Resource(
        int index,
        String name,
        boolean continuous,
        String unit,
        @Nullable String exhausted,
        boolean perCall,
        Role role) {
    /** What resources are to schedulers and limits, which know no API's names. */
    public enum Role {
        NONE,
        COPY_IN,
        COPY_OUT,
        COPY_ON_DEVICE,
        THREADS,
        DEVICE_MEMORY
    }

    /** The name as a Java constant. */
    public String constant() {
        return JavaNames.constant(name);
    }
}
