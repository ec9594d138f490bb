package dev.hira.sim.lower.build;

import dev.hira.sim.code.Routine;

/**
 * The limits on the size of a kernel: far above the output of any compiler, and low enough that
 * analyses take seconds and megabytes. Some analyses take time quadratic in a size.
 */
public final class KernelSizeLimits {
    /** The most steps of a kernel and all functions that it can reach. */
    private static final long MOST_STEPS = 1 << 19;

    private static final long MOST_BLOCKS = 1 << 15;

    /** The most blocks times registers of a routine: the number of bits of its liveness sets. */
    private static final long MOST_LIVE = 1 << 28;

    private long steps;

    /** Counts a routine in its first lowered form. */
    public void add(Routine routine) {
        steps += routine.blocks().size();
        steps += routine.blocks().stream().mapToLong(block -> block.steps().size()).sum();
        if (steps > MOST_STEPS) {
            throw tooLarge(
                    routine, "kernel with all functions that it calls", steps, MOST_STEPS, "steps");
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

    /** Refuses a routine to which too many meetings of warps were added. */
    public static void requireFewInStep(Routine routine) {
        long blocks = routine.blocks().size();
        String what = "basic blocks with those that begin at accesses which a warp makes in step";
        if (blocks > MOST_BLOCKS) {
            throw tooLarge(routine, "function", blocks, MOST_BLOCKS, what);
        }
        requireFewRegisters(routine);
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
                        + ", but this one has "
                        + has
                        + "; split it.");
    }
}
