package dev.hira.sim.kernel;

import java.util.Locale;

/**
 * The optional checks of running kernels, in addition to those that always run.
 *
 * @param memory finds accesses to memory that is not allocated, and reads of bytes that nothing has
 *     written
 * @param races finds unordered accesses of two threads to the same bytes
 */
public record Checks(boolean memory, boolean races) {
    /** The environment variable that selects the checks. */
    public static final String VARIABLE = "HIRA_SIM_CHECK";

    /** No checks. */
    public static final Checks NONE = new Checks(false, false);

    /**
     * Parses a list such as {@code memory,race}; an empty list selects none.
     *
     * @throws IllegalArgumentException with the word that does not name a check
     */
    public static Checks parse(String list) {
        Checks all = NONE;
        for (String word : list.split(",", -1)) {
            all =
                    switch (word.strip().toLowerCase(Locale.ROOT)) {
                        case "" -> all;
                        case "memory" -> new Checks(true, all.races);
                        case "race" -> new Checks(all.memory, true);
                        default ->
                                throw new IllegalArgumentException(
                                        "the checks of kernels are '"
                                                + list
                                                + "'; they can be 'memory', 'race', 'memory,race' or"
                                                + " empty");
                    };
        }
        return all;
    }

    /** Returns the checks that the environment of this process selects. */
    public static Checks ofEnvironment() {
        String list = System.getenv(VARIABLE);
        return list == null ? NONE : parse(list);
    }

    /** Whether any check is selected. */
    public boolean any() {
        return memory || races;
    }
}
