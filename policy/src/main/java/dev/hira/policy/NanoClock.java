package dev.hira.policy;

/**
 * A source of monotonic time in nanoseconds. Only differences mean something. Production code uses
 * {@link #SYSTEM}; tests and simulations advance their own.
 */
@FunctionalInterface
public interface NanoClock {
    /** The machine's monotonic clock. */
    NanoClock SYSTEM = System::nanoTime;

    long nanoTime();
}
