package dev.hira.sim.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work in a channel, and the fence that tells when it is done. An operation also counts
 * as done when it was skipped because its context has failed or is being closed.
 */
public abstract sealed class ChannelOperation
        permits EngineOperation, HostOperation, MarkOperation, WaitOperation, ActionOperation {
    /** Replaces the list of waiters when the work has ended. */
    private static final Waiter DONE = new Waiter.None();

    private static final VarHandle WAITERS;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WAITERS = lookup.findVarHandle(ChannelOperation.class, "waiters", Waiter.class);
            NEXT = lookup.findVarHandle(ChannelOperation.class, "next", ChannelOperation.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Null, the first waiter of a list, or {@link #DONE}. */
    private volatile @Nullable Waiter waiters;

    private volatile @Nullable ChannelOperation next;

    /** Whether the work has ended. */
    public final boolean done() {
        return waiters == DONE;
    }

    /** Whether a channel or a call waits for the end of the work. */
    public final boolean isAwaited() {
        Waiter first = live(waiters);
        return first != null && first != DONE;
    }

    /**
     * Returns the first waiter at or behind this one that has not given up; null: there is none.
     */
    private static @Nullable Waiter live(@Nullable Waiter first) {
        @Nullable Waiter waiter = first;
        while (waiter instanceof ThreadWaiter thread && thread.hasGivenUp()) {
            waiter = thread.nextWaiter;
        }
        return waiter;
    }

    /**
     * Marks the work as ended.
     *
     * @return the first of its waiters
     */
    final @Nullable Waiter complete() {
        return (Waiter) WAITERS.getAndSet(this, DONE);
    }

    /**
     * Registers a waiter to wake when the work ends; false when it has ended already. Removes the
     * waiters at the end of the list that have given up.
     */
    final boolean notifyWhenDone(Waiter waiter) {
        while (true) {
            @Nullable Waiter seen = waiters;
            if (seen == DONE) {
                return false;
            }
            waiter.nextWaiter = live(seen);
            if (WAITERS.compareAndSet(this, seen, waiter)) {
                return true;
            }
        }
    }

    final @Nullable ChannelOperation next() {
        return next;
    }

    final void linkNext(ChannelOperation following) {
        next = following;
    }

    /**
     * Unlinks the next operation, so that a reference to this one does not retain all later ones.
     */
    final void unlinkNext() {
        NEXT.setOpaque(this, (ChannelOperation) null);
    }
}
