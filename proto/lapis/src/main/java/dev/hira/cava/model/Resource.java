package dev.hira.cava.model;

import org.jspecify.annotations.Nullable;

/**
 * Something that calls use up or hold.
 *
 * @param index its place in the description, from 0
 * @param continuous held until given back, rather than consumed once
 * @param exhausted the error that refuses an allocation over the quota
 * @param perCall whether every call consumes one
 */
public record Resource(
        int index,
        String name,
        boolean continuous,
        String unit,
        @Nullable String exhausted,
        boolean perCall) {

    /** The name as a Java constant. */
    public String constant() {
        return JavaNames.constant(name);
    }
}
