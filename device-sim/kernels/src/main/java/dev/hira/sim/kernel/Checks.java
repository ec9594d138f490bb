package dev.hira.sim.kernel;

import java.util.Locale;

/**
 * What is looked for in kernels while they run, besides what always ends them.
 *
 * @param memory accesses to memory that is not allocated, and reads of what nobody has written
 * @param races accesses of two threads to the same bytes that nothing puts in order
 */
public record Checks(boolean memory, boolean races) {
    /** The environment variable that says what is looked for. */
    public static final String VARIABLE = "HIRA_SIM_CHECK";

    /** Nothing. */
    public static final Checks NONE = new Checks(false, false);

    /**
     * Reads a list such as {@code memory,race}; an empty one is none.
     *
     * @throws IllegalArgumentException with the word that is no check
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
                                        "Kernels can be checked for 'memory', 'race' or"
                                                + " 'memory,race', not for '"
                                                + list
                                                + "'.");
                    };
        }
        return all;
    }

    /** What the environment of this process asks for. */
    public static Checks ofEnvironment() {
        String list = System.getenv(VARIABLE);
        return list == null ? NONE : parse(list);
    }

    /** Whether anything is looked for. */
    public boolean any() {
        return memory || races;
    }
}
