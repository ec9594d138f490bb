package dev.hira.sim.interpret;

/** What one instruction does. */
@FunctionalInterface
interface Action {
    /**
     * Does it.
     *
     * @param slots of the running routine
     */
    void run(GuestThread thread, long[] slots);
}
