package dev.hira.sim.lower;

import dev.hira.sim.ptx.Statement.Instruction;

/** Instructions that are lowered alike. */
@FunctionalInterface
interface Family {
    /**
     * Adds the steps of an instruction; its guard is the caller's.
     *
     * @throws Refusal when it cannot be lowered
     */
    void lower(Instruction instruction, Context context);

    /**
     * Whether it may end blocks, so that its guard has to be a branch around it instead of being
     * tied to each of its steps.
     */
    default boolean endsBlocks() {
        return false;
    }

    /** The same for instructions that may end blocks. */
    default Family endingBlocks() {
        Family steps = this;
        return new Family() {
            @Override
            public void lower(Instruction instruction, Context context) {
                steps.lower(instruction, context);
            }

            @Override
            public boolean endsBlocks() {
                return true;
            }
        };
    }
}
