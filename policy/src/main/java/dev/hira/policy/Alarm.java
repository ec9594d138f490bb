package dev.hira.policy;

/**
 * Runs tasks at a later time of the policy's clock. Production code runs them on a timer thread,
 * simulations as events.
 */
@FunctionalInterface
public interface Alarm {
    /**
     * Runs a short task once, on any thread, not before the given time and never within this call.
     *
     * @param at time by {@link NanoClock#nanoTime}
     */
    void at(long at, Runnable task);
}
