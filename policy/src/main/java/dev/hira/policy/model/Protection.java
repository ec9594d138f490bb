package dev.hira.policy.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happens to a VM's sessions when their API server dies. */
public enum Protection {
    /** They end. */
    NONE,
    /**
     * Their objects are created again at another server. The contents of device memory are lost,
     * and the next call of each thread says so.
     */
    REBUILD,
    /**
     * Another server repeats all their commands, and programs see a pause. Sessions that have sent
     * more than the router keeps are protected like {@link #REBUILD}.
     */
    TRANSPARENT;

    /** Returns the level as people write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the level of this name.
     *
     * @throws IllegalArgumentException with a sentence when there is none
     */
    static Protection read(String typed) {
        return Arrays.stream(values())
                .filter(level -> level.text().equals(typed))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "'" + typed + "' was asked; allowed is " + all()));
    }

    private static String all() {
        return Arrays.stream(values()).map(Protection::text).collect(Collectors.joining(" or "));
    }
}
