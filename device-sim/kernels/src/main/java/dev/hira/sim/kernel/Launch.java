package dev.hira.sim.kernel;

/** A launch that is ready to run. */
public interface Launch {
    /**
     * Runs the kernel, or the rest of a paused one, on a thread of the compute engine, or on one
     * that helps it.
     *
     * @throws KernelFault when it fails; the context is unusable from then on
     */
    void run();

    /** Asks the run to end soon, or not to begin. Any thread may call it. */
    void stop();

    /**
     * Asks the run to end when the blocks that have begun are done, or not to begin. A run whose
     * blocks may wait for each other goes on to its end. Any thread may call it.
     */
    default void pause() {}

    /** Whether the last run was paused before its end; {@link #run} then runs the other blocks. */
    default boolean paused() {
        return false;
    }

    /** Returns what is done. The launch must not be running. */
    default LaunchProgress progress() {
        return LaunchProgress.NONE;
    }

    /** Makes the next run go on where another launch of the same grid was paused. */
    default void continueFrom(LaunchProgress done) {
        throw new UnsupportedOperationException();
    }

    /** Returns the sizes of the grid and of its blocks. */
    LaunchShape shape();

    /** Returns the packed parameters. */
    byte[] parameters();

    /** Takes the text that the kernel has printed, after the last run, if it is to be taken. */
    default String takeText() {
        return "";
    }

    /** Releases its reservations, after the run or instead of it. */
    default void forget() {}

    /**
     * The real time in nanoseconds for which the run used the device, after {@link #run}: less than
     * the run's duration when it waited for others or did not use all of the device.
     */
    long deviceNanos();

    /** The device time so far, also of the present run. Callable by any thread. */
    default long nanosSoFar() {
        return deviceNanos();
    }

    /** The run's duration on the modelled device in nanoseconds, after {@link #run}. */
    long modelledNanos();
}
