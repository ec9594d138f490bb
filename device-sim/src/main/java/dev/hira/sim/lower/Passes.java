package dev.hira.sim.lower;

import dev.hira.sim.code.Routine;

/**
 * What is done with a routine after all its instructions were lowered. Engines see the result only,
 * so that all of them agree.
 */
final class Passes {
    private static final int MOST_ROUNDS = 8;

    private Passes() {}

    @SuppressWarnings("ReferenceEquality") // passes return the very same when they change nothing
    static Routine tidy(Routine lowered) {
        Routine routine = DeadCode.drop(Limits.requireFewBlocks(Blocks.tidy(lowered)));
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            Routine folded = Folding.apply(Propagation.apply(routine));
            changed = folded != routine;
            routine = changed ? DeadCode.drop(Blocks.tidy(folded)) : folded;
        }
        return Limits.requireFewRegisters(Compaction.apply(Coalescing.apply(routine)));
    }
}
