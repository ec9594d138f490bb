package dev.hira.sim.interpret;

import org.jspecify.annotations.Nullable;

/** The end of a segment. */
@FunctionalInterface
interface Ending {
    /** Returns the segment at which the thread continues, or null when it stops or ends. */
    @Nullable Segment next(GuestThread thread, long[] slots);
}
