package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Routine;
import dev.hira.sim.lower.build.KernelSizeLimits;

/**
 * Cleans up a routine after all its instructions are lowered. Engines see only the result, so all
 * of them agree.
 */
public final class CleanupPasses {
    private static final int MOST_ROUNDS = 8;

    private CleanupPasses() {}

    public @SuppressWarnings(
            "ReferenceEquality") // passes return the same object when they change nothing
    static Routine tidy(Routine lowered) {
        Routine routine =
                DeadCode.drop(KernelSizeLimits.requireFewBlocks(BlockTidying.tidy(lowered)));
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            Routine folded = ConstantFolding.apply(CopyPropagation.apply(routine));
            changed = folded != routine;
            routine = changed ? DeadCode.drop(BlockTidying.tidy(folded)) : folded;
        }
        return KernelSizeLimits.requireFewRegisters(Compaction.apply(Coalescing.apply(routine)));
    }
}
