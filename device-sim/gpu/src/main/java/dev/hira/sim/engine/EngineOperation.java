package dev.hira.sim.engine;

import dev.hira.sim.work.CallWork;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Work for an engine. Executed by any thread, once. */
public abstract non-sealed class EngineOperation extends ChannelOperation {
    private @Nullable CallWork work;
    private long deviceNanos;

    /** The kind of engine that it needs. */
    protected abstract Role role();

    /**
     * Does the work.
     *
     * @throws WorkFault when it fails in a way that its context does not survive
     */
    protected abstract void execute();

    /**
     * Whether it may last so long that others of the compute engine must not wait for it, and that
     * those who want to know are told while it executes.
     */
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

    /**
     * How long the device was at it on the real clock, when that is not as long as it took: work
     * that waits for a turn is not charged for that.
     *
     * @param took from its begin to its end
     */
    protected long realNanos(long took) {
        return took;
    }

    /** Enters what it did into the books, with the device time that it took. */
    protected abstract void count(EngineCounters counters, long nanos);

    /** Lets go of the memory that it worked on. */
    protected void forget() {}

    /** Makes it a part of a call's work; before it is submitted. */
    public final void belongsTo(@Nullable CallWork call) {
        work = call;
    }

    /** The call's work that it is a part of, or null. */
    protected final @Nullable CallWork work() {
        return work;
    }

    /** How long the device was at it; 0 when it was skipped. Known when it has ended. */
    public final long deviceNanos() {
        return deviceNanos;
    }

    /** It has executed. */
    final void took(ChannelGroup group, long nanos) {
        deviceNanos = nanos;
        count(group.counters(), nanos);
        forget();
    }

    /** It has ended, and those who wait for it are about to be told. */
    final void ends() {
        if (work != null) {
            work.ended(deviceNanos);
        }
    }

    /** It is executing: says whose it is. */
    final void tell(LongConsumer to) {
        if (work != null) {
            work.tell(to);
        }
    }

    /** Those who wait for it have been told. */
    final void settles() {
        if (work != null) {
            work.settled();
        }
    }
}
