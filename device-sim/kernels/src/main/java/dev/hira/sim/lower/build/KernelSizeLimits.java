package dev.hira.sim.lower.build;

import dev.hira.sim.code.Routine;

/**
 * How large kernels may be: far larger than any that a compiler makes, and small enough for what is
 * found out about them to take seconds and megabytes. Some of it grows with the square of a size.
 */
public final class KernelSizeLimits {
    /** Steps of a kernel and all functions that it can reach. */
    private static final long MOST_STEPS = 1 << 19;

    private static final long MOST_BLOCKS = 1 << 15;

    /** Blocks times registers of a routine: the bits that tell which is live where. */
    private static final long MOST_LIVE = 1 << 28;

    private long steps;

    /** Adds a routine as it was lowered first. */
    public void add(Routine routine) {
        steps += routine.blocks().size();
        steps += routine.blocks().stream().mapToLong(block -> block.steps().size()).sum();
        if (steps > MOST_STEPS) {
            throw tooLarge(routine, "kernel with all that it calls", steps, MOST_STEPS, "steps");
        }
    }

    /** Refuses a routine with too many blocks. */
    public static Routine requireFewBlocks(Routine routine) {
        long blocks = routine.blocks().size();
        if (blocks > MOST_BLOCKS) {
            throw tooLarge(routine, "function", blocks, MOST_BLOCKS, "basic blocks");
        }
        return routine;
    }

    /** Refuses a routine with too many registers for as many blocks. */
    public static Routine requireFewRegisters(Routine routine) {
        long bits = (long) routine.blocks().size() * routine.registers().size();
        if (bits > MOST_LIVE) {
            throw tooLarge(routine, "function", bits, MOST_LIVE, "basic blocks times registers");
        }
        return routine;
    }

    private static LoweringException tooLarge(
            Routine routine, String whole, long has, long most, String what) {
        return LoweringException.wrong(
                "The function '"
                        + routine.name()
                        + "' is too large: a "
                        + whole
                        + " can have "
                        + most
                        + " "
                        + what
                        + ", and here there are "
                        + has
                        + "; split it.");
    }
}
