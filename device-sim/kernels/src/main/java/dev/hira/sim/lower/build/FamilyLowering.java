package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.Statement.Instruction;

/** Instructions that are lowered alike. */
@FunctionalInterface
public interface FamilyLowering {
    /**
     * Adds the steps of an instruction; its guard is the caller's.
     *
     * @throws LoweringRefusal when it cannot be lowered
     */
    void lower(Instruction instruction, LoweringContext context);

    /**
     * Whether it may end blocks, so that its guard has to be a branch around it instead of being
     * tied to each of its steps.
     */
    default boolean endsBlocks() {
        return false;
    }

    /** The same for instructions that may end blocks. */
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
