package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.model.Statement.Instruction;

/** Lowers the instructions of one family. */
@FunctionalInterface
public interface FamilyLowering {
    /**
     * Adds the steps of an instruction; the caller handles its guard.
     *
     * @throws LoweringRefusal when it cannot be lowered
     */
    void lower(Instruction instruction, LoweringContext context);

    /**
     * Whether an instruction may end blocks. Its guard must then be a branch around it instead of a
     * condition on each of its steps.
     */
    default boolean endsBlocks() {
        return false;
    }

    /** Returns this family marked as one that may end blocks. */
    default FamilyLowering endingBlocks() {
        FamilyLowering steps = this;
        return new FamilyLowering() {
            @Override
            public void lower(Instruction instruction, LoweringContext context) {
                steps.lower(instruction, context);
            }

            @Override
            public boolean endsBlocks() {
                return true;
            }
        };
    }
}
