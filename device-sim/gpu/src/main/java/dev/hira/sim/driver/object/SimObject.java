package dev.hira.sim.driver.object;

/** An object that the guest has named. */
public sealed interface SimObject permits SimContext, SimStream, SimEvent, SimModule, SimFunction {
    /** Its name. */
    long name();

    /** The context that it belongs to, or that it is. */
    SimContext context();
}
