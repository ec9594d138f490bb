package dev.hira.sim.driver.object;

/** An object that the guest has named. */
public sealed interface SimObject permits SimContext, SimStream, SimEvent, SimModule, SimFunction {
    /** Its name. */
    long name();

    /** The object's context; a context returns itself. */
    SimContext context();
}
