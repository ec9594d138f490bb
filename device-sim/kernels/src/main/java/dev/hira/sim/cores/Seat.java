package dev.hira.sim.cores;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A thread's place at a core, or in the queue for one. */
public final class Seat {
    final Object party;
    final SeatedRun run;
    final Thread thread;
    private final LongSupplier nanos;
    volatile boolean granted;

    /** Since when it is taken. Written under the lock. */
    volatile long since;

    /** Since when its run was not told that it is taken. Of who has it, or gives it. */
    long from;

    /** Whether it is to be given up. */
    volatile boolean expired;

    /** Since when it is. Under the lock. */
    long told;

    /** Whether another seat was given out for it. Under the lock. */
    boolean lent;

    Seat(Object party, SeatedRun run, Thread thread, LongSupplier nanos) {
        this.nanos = nanos;
        this.party = party;
        this.run = run;
        this.thread = thread;
    }

    /** Whether a thread of this very run has it, or waits for it. */
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

    /** How long it has been taken. */
    public long nanos() {
        return nanos.getAsLong() - since;
    }

    /** Tells the run how long it had the seat since this was told last. By who sits. */
    public void account() {
        long now = nanos.getAsLong();
        run.sat(now - from);
        from = now;
    }

    /** Wakes its thread, which has been given it. Not under the lock. */
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
