package dev.hira.sim.interpret;

/** The effect of one instruction. */
@FunctionalInterface
interface Action {
    /**
     * Executes the instruction.
     *
     * @param slots of the running routine
     */
    void run(GuestThread thread, long[] slots);
}
