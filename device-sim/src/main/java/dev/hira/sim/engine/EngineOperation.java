package dev.hira.sim.engine;

/** Work for an engine. Executed by any thread, once. */
public abstract non-sealed class EngineOperation extends Operation {
    /** The kind of engine that it needs. */
    protected abstract Role role();

    /**
     * Does the work.
     *
     * @throws WorkFault when it fails in a way that its context does not survive
     */
    protected abstract void execute();

    /** Whether it may last so long that others of the compute engine must not wait for it. */
    protected boolean lasts() {
        return false;
    }

    /**
     * Asks the work, if it is for the compute engine, to end soon, or not to begin. Called by any
     * thread, while it executes or a moment before.
     */
    protected void stop() {}

    /** What it takes on the virtual clock; asked for after it was executed. */
    protected abstract Cost cost();

    /** Enters what it did into the books, with the device time that it took. */
    protected abstract void count(Counters counters, long nanos);

    /** Lets go of the memory that it worked on. */
    protected void forget() {}
}
