package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/** What waits for an operation: a thread or a channel. Waits for one operation at a time. */
abstract sealed class Waiter permits Channel, ThreadWaiter, Waiter.None {
    /** The next one that waits for the same operation. */
    @Nullable Waiter nextWaiter;

    /** Nobody. */
    static final class None extends Waiter {}
}
