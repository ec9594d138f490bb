package dev.hira.router.session;

import java.time.Duration;

/** Runs things later. */
@FunctionalInterface
public interface Timer {
    /** Runs a short task once, on a thread of the timer's, unless it is cancelled before. */
    Cancellable after(Duration delay, Runnable task);

    /** Something that may still be called off. */
    @FunctionalInterface
    interface Cancellable {
        void cancel();
    }
}
