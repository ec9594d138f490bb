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

    /** What it takes on the virtual clock; asked for after it was executed. */
    protected abstract Cost cost();

    /** Enters what it did into the books, with the device time that it took. */
    protected abstract void count(Counters counters, long nanos);

    /** Lets go of the memory that it worked on. */
    protected void forget() {}
}
