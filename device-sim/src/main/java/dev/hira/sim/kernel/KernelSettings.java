package dev.hira.sim.kernel;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a host sets for the kernels of its devices.
 *
 * @param limitNanos how long a kernel may run before it is stopped; each device can change it
 * @param output gets what kernels print, when the program synchronizes with them
 */
public record KernelSettings(long limitNanos, Consumer<String> output) {
    private static final System.Logger OUTPUT = System.getLogger("dev.hira.sim.kernel.output");
    private static final long USUAL_LIMIT = TimeUnit.MINUTES.toNanos(2);

    public KernelSettings {
        if (limitNanos <= 0) {
            throw new IllegalArgumentException(
                    "Kernels cannot run for " + limitNanos + " ns; the limit must be positive.");
        }
    }

    /** Two minutes; what kernels print goes to the log of this class's package. */
    public static KernelSettings usual() {
        return new KernelSettings(USUAL_LIMIT, text -> OUTPUT.log(System.Logger.Level.INFO, text));
    }

    /** The same with another limit. */
    public KernelSettings withLimitNanos(long nanos) {
        return new KernelSettings(nanos, output);
    }

    /** The same with another place for what kernels print. */
    public KernelSettings withOutput(Consumer<String> other) {
        return new KernelSettings(limitNanos, other);
    }
}
