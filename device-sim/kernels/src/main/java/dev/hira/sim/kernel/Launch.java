package dev.hira.sim.kernel;

/** A launch that is ready to run. */
public interface Launch {
    /**
     * Runs the kernel, on whatever thread has the compute engine.
     *
     * @throws KernelFault when it fails; the context is unusable from then on
     */
    void run();

    /** Asks the run to end soon, or not to begin; by any thread. */
    void stop();

    /** Gives back what it has reserved, after it was run or when it is not to run. */
    default void forget() {}

    /**
     * How long the device was at it on the real clock, in nanoseconds: less than the run took when
     * it waited for others, or did not use all of the device; asked for after {@link #run}.
     */
    long deviceNanos();

    /** What the run took on the modelled device, in nanoseconds; asked for after {@link #run}. */
    long modelledNanos();
}
