package dev.hira.sim.engine;

import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.work.CallTimes;
import dev.hira.sim.work.CallWork;
import org.jspecify.annotations.Nullable;

/**
 * Work for an engine. Any thread may execute it. An operation that was paused is executed again;
 * every other one is executed once.
 */
public abstract non-sealed class EngineOperation extends ChannelOperation {
    private @Nullable CallWork work;
    private long deviceNanos;

    /** The kind of engine that the operation needs. */
    protected abstract Role role();

    /**
     * Does the work.
     *
     * @throws WorkFault when the failure makes the context unusable
     */
    protected abstract void execute();

    /**
     * Whether the operation may last so long that other operations of the compute engine must not
     * wait for it, and that observers learn of it while it executes.
     */
    protected boolean lasts() {
        return false;
    }

    /**
     * Asks a compute operation to end soon, or not to begin. Called by any thread, while the
     * operation executes or shortly before.
     */
    protected void stop() {}

    /**
     * Asks a compute operation to end its execution soon, with a part of its work left. Called by
     * any thread, while the operation executes or shortly before. Operations that are short or
     * cannot stop midway ignore it.
     */
    protected void pause() {}

    /**
     * Whether the execution that has just ended has left a part of the work, so that the operation
     * must be executed again.
     */
    protected boolean paused() {
        return false;
    }

    /** The cost on the virtual clock; read after the operation was executed. */
    protected abstract Cost cost();

    /**
     * The device time on the real clock, if it differs from the time taken: work that waits for a
     * turn is not charged for the wait, and a short operation counts with the time that a device
     * needs to begin it.
     *
     * @param took the time from begin to end
     */
    protected long realNanos(long took) {
        return took;
    }

    /** Adds the operation and the device time that it took to the counters. */
    protected abstract void count(EngineCounters counters, long nanos);

    /** The name of the kernel, or a word for other work. */
    public String what() {
        return "work";
    }

    /** The bytes that it moves; 0 for a kernel. */
    public long bytes() {
        return 0;
    }

    /** Releases the memory that the operation worked on. */
    protected void forget() {}

    /** Makes the operation a part of a call's work. Must precede its submission. */
    public final void belongsTo(@Nullable CallWork call) {
        work = call;
    }

    /** The call whose work includes this operation, or null. */
    public final @Nullable CallWork work() {
        return work;
    }

    /** The device time of the operation; 0 when it was skipped. Known once it has ended. */
    public final long deviceNanos() {
        return deviceNanos;
    }

    /** Records that the operation has executed. */
    final void took(ChannelGroup group, long nanos) {
        deviceNanos = nanos;
        count(group.counters(), nanos);
        forget();
    }

    /** Records that the operation has ended, before its waiters are told. */
    final void ends() {
        if (work != null) {
            work.ended(deviceNanos);
        }
    }

    /** Reports the owner of the executing operation. */
    final void tell(CallTimes to) {
        if (work != null) {
            to.spent(work.call(), work.spent() + nanosSoFar());
        }
    }

    /** The device time that the executing operation has taken so far, if it can be held. */
    protected long nanosSoFar() {
        return 0;
    }

    /** The waiters of the ended work have been woken; reports of ends may now be sent. */
    final void waitersWoken() {
        if (work != null) {
            work.waitersWoken();
        }
    }
}
