package dev.hira.router.session;

import java.time.Duration;

/** Runs tasks later. */
@FunctionalInterface
public interface Timer {
    /** Runs a short task once, on a thread of the timer, unless it is cancelled before. */
    Cancellable after(Duration delay, Runnable task);

    /** A scheduled task that can be cancelled. */
    @FunctionalInterface
    interface Cancellable {
        void cancel();
    }
}
