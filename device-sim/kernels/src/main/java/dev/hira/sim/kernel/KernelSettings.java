package dev.hira.sim.kernel;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A host's settings for the kernels of its devices.
 *
 * @param limitNanos the run time after which a kernel is stopped; each device can change it
 * @param output receives the text that kernels print, when the program synchronizes with them
 * @param checks the optional checks of running kernels
 * @param findings receives the findings of the checks after each kernel
 */
public record KernelSettings(
        long limitNanos, Consumer<String> output, Checks checks, Consumer<String> findings) {
    private static final System.Logger OUTPUT = System.getLogger("dev.hira.sim.kernel.output");
    private static final System.Logger FINDINGS = System.getLogger("dev.hira.sim.kernel.findings");
    private static final long USUAL_LIMIT = TimeUnit.MINUTES.toNanos(2);

    public KernelSettings {
        if (limitNanos <= 0) {
            throw new IllegalArgumentException(
                    "kernels cannot run for " + limitNanos + " ns; the limit must be positive");
        }
    }

    /**
     * Returns a limit of two minutes and the checks that the environment selects; printed text and
     * findings go to logs of this class's package, findings with an entry for each line.
     */
    public static KernelSettings usual() {
        return new KernelSettings(
                USUAL_LIMIT,
                text -> OUTPUT.log(System.Logger.Level.INFO, text),
                Checks.ofEnvironment(),
                text ->
                        text.lines()
                                .forEach(line -> FINDINGS.log(System.Logger.Level.WARNING, line)));
    }

    /** Returns the same settings with other checks. */
    public KernelSettings withChecks(Checks other) {
        return new KernelSettings(limitNanos, output, other, findings);
    }

    /** Returns the same settings with another receiver of findings. */
    public KernelSettings withFindings(Consumer<String> other) {
        return new KernelSettings(limitNanos, output, checks, other);
    }

    /** Returns the same settings with another limit. */
    public KernelSettings withLimitNanos(long nanos) {
        return new KernelSettings(nanos, output, checks, findings);
    }

    /** Returns the same settings with another receiver of printed text. */
    public KernelSettings withOutput(Consumer<String> other) {
        return new KernelSettings(limitNanos, other, checks, findings);
    }
}
