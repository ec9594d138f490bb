package dev.hira.sim.cores;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A thread's request for a seat at a core, and the seat once it is granted. */
public final class Seat {
    final Object party;
    final SeatedRun run;
    final Thread thread;
    private final LongSupplier nanos;
    volatile boolean granted;

    /** Time at which the seat was taken (ns). Written under the lock of {@link Cores}. */
    volatile long since;

    /**
     * Start of the interval not yet charged to the run (ns). Written only by the seat's holder or
     * granter.
     */
    volatile long from;

    /** Whether the holder must give up the seat. */
    volatile boolean expired;

    /** Time at which {@link #expired} was first set (ns). Guarded by the lock of {@link Cores}. */
    long told;

    /**
     * Whether another thread got an additional seat because this one was not given up. Guarded by
     * the lock of {@link Cores}.
     */
    boolean lent;

    /**
     * What must run because a held party has given up its last seat. Accessed only by the seat's
     * holder.
     */
    @Nullable Runnable still;

    Seat(Object party, SeatedRun run, Thread thread, LongSupplier nanos) {
        this.nanos = nanos;
        this.party = party;
        this.run = run;
        this.thread = thread;
    }

    /** Returns whether the seat is held by a thread of this run, or such a thread waits for it. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(SeatedRun other) {
        return run == other;
    }

    public boolean expired() {
        return expired;
    }

    void expire(long now) {
        told = expired ? told : now;
        expired = true;
    }

    /** Returns how long the seat has been held. */
    public long nanos() {
        return nanos.getAsLong() - since;
    }

    /** Charges the run with the time since the last call. Called by the seat's holder only. */
    public void account() {
        long now = nanos.getAsLong();
        run.addSeatTime(now - from);
        from = now;
    }

    /** Runs what waited for the party to give up its last seat. Call this without the lock. */
    void tellStill() {
        Runnable waiting = still;
        if (waiting != null) {
            still = null;
            waiting.run();
        }
    }

    /** Wakes the seat's thread after a grant. Call this without the lock. */
    void wake() {
        LockSupport.unpark(thread);
    }

    void await(BooleanSupplier unwanted) {
        boolean interrupted = false;
        while (!granted && !unwanted.getAsBoolean()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
