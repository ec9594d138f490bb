package dev.hira.sim.kernel;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a host sets for the kernels of its devices.
 *
 * @param limitNanos how long a kernel may run before it is stopped; each device can change it
 * @param output gets what kernels print, when the program synchronizes with them
 * @param checks what is looked for in kernels while they run
 * @param findings gets what was found, when a kernel has ended
 */
public record KernelSettings(
        long limitNanos, Consumer<String> output, Checks checks, Consumer<String> findings) {
    private static final System.Logger OUTPUT = System.getLogger("dev.hira.sim.kernel.output");
    private static final System.Logger FINDINGS = System.getLogger("dev.hira.sim.kernel.findings");
    private static final long USUAL_LIMIT = TimeUnit.MINUTES.toNanos(2);

    public KernelSettings {
        if (limitNanos <= 0) {
            throw new IllegalArgumentException(
                    "Kernels cannot run for " + limitNanos + " ns; the limit must be positive.");
        }
    }

    /**
     * Two minutes, and the checks that the environment asks for; what kernels print and what is
     * found goes to logs of this class's package.
     */
    public static KernelSettings usual() {
        return new KernelSettings(
                USUAL_LIMIT,
                text -> OUTPUT.log(System.Logger.Level.INFO, text),
                Checks.ofEnvironment(),
                text -> FINDINGS.log(System.Logger.Level.WARNING, text));
    }

    /** The same with other checks. */
    public KernelSettings withChecks(Checks other) {
        return new KernelSettings(limitNanos, output, other, findings);
    }

    /** The same with another place for what is found. */
    public KernelSettings withFindings(Consumer<String> other) {
        return new KernelSettings(limitNanos, output, checks, other);
    }

    /** The same with another limit. */
    public KernelSettings withLimitNanos(long nanos) {
        return new KernelSettings(nanos, output, checks, findings);
    }

    /** The same with another place for what kernels print. */
    public KernelSettings withOutput(Consumer<String> other) {
        return new KernelSettings(limitNanos, other, checks, findings);
    }
}
