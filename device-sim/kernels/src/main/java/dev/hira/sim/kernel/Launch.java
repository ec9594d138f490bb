package dev.hira.sim.kernel;

/** A launch that is ready to run. */
public interface Launch {
    /**
     * Runs the kernel, on the thread that holds the compute engine.
     *
     * @throws KernelFault when it fails; the context is unusable from then on
     */
    void run();

    /** Asks the run to end soon, or not to begin. Any thread may call it. */
    void stop();

    /** Releases its reservations, after the run or instead of it. */
    default void forget() {}

    /**
     * The real time in nanoseconds for which the run used the device, after {@link #run}: less than
     * the run's duration when it waited for others or did not use all of the device.
     */
    long deviceNanos();

    /** The run's duration on the modelled device in nanoseconds, after {@link #run}. */
    long modelledNanos();
}
