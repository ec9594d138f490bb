package dev.hira.sim.work;

/** Receives the calls whose work devices have begun. */
@FunctionalInterface
public interface CallTimes {
    /**
     * Takes a call.
     *
     * @param nanos the device time that its work has taken so far
     */
    void spent(long call, long nanos);
}
