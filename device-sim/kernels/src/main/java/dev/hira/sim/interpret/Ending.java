package dev.hira.sim.interpret;

import org.jspecify.annotations.Nullable;

/** How a segment ends. */
@FunctionalInterface
interface Ending {
    /** The segment where the thread goes on, or null when it does not for now. */
    @Nullable Segment next(GuestThread thread, long[] slots);
}
