package dev.hira.sim.launch;

import java.util.Locale;

/** The order in which the blocks of a grid run. */
public enum GridOrder {
    /** The host's cores run blocks side by side, in the faster of several tiers. */
    ANY {
        @Override
        public KernelCompiler compiler() {
            return KernelCompiler.ofHost();
        }
    },

    /**
     * One block runs after the other, by their numbers, and within a block the threads run one by
     * one, in the same tier each time. So a kernel has the same result whenever it is repeated,
     * even if that depends on the order, as sums of floating-point numbers by atomic additions do.
     * Grids of different streams may still run side by side.
     */
    FIXED {
        @Override
        public KernelCompiler compiler() {
            return Fixed.COMPILER;
        }
    };

    /** The environment variable that selects the order for a process. */
    public static final String VARIABLE = "HIRA_SIM_BLOCKS";

    private static final class Fixed {
        static final KernelCompiler COMPILER = KernelCompiler.on(1, Tier.scalar());
    }

    /** Returns the compiler whose kernels run in this order. */
    public abstract KernelCompiler compiler();

    /**
     * Parses {@code any} or {@code fixed}.
     *
     * @throws IllegalArgumentException with the word that names no order
     */
    public static GridOrder parse(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "", "any" -> ANY;
            case "fixed" -> FIXED;
            default ->
                    throw new IllegalArgumentException(
                            "the order of blocks is '"
                                    + word
                                    + "'; it can be 'any', which is the usual one, or 'fixed'");
        };
    }

    /** Returns the order that the environment of this process selects. */
    public static GridOrder ofEnvironment() {
        String word = System.getenv(VARIABLE);
        return word == null ? ANY : parse(word);
    }
}
