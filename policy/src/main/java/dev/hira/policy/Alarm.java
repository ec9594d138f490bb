package dev.hira.policy;

/**
 * Has things done later, by the same clock as the policy's. Production code runs them on a timer's
 * thread, simulations as events.
 */
@FunctionalInterface
public interface Alarm {
    /**
     * Runs a short task once, not before the time, on any thread, never within this call.
     *
     * @param at by {@link NanoClock#nanoTime}
     */
    void at(long at, Runnable task);
}
