package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** A thread or a channel that waits for one operation at a time. */
abstract sealed class Waiter permits Channel, ThreadWaiter, Waiter.None {
    /** The next waiter for the same operation. */
    @Nullable Waiter nextWaiter;

    /** Marks the list of an operation that has ended. */
    static final class None extends Waiter {}
}
