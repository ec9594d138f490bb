package dev.hira.sim.compiler;

import java.time.Duration;

/**
 * What one run of the compiler may use.
 *
 * @param wall the longest run
 * @param cpu the most processor time, in whole seconds
 * @param memoryBytes the largest address space of the process
 * @param sourceChars the most characters of a program with its headers
 * @param outputBytes the largest output
 * @param logBytes the longest text of errors and warnings
 * @param processes the number of compilers that run at once; further builds wait
 */
public record CompilerLimits(
        Duration wall,
        Duration cpu,
        long memoryBytes,
        int sourceChars,
        int outputBytes,
        int logBytes,
        int processes) {
    private static final CompilerLimits USUAL =
            new CompilerLimits(
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(30),
                    2L << 30,
                    16 << 20,
                    64 << 20,
                    1 << 20,
                    Math.max(1, Runtime.getRuntime().availableProcessors()));

    /** Returns the limits of compilers that are given none. */
    public static CompilerLimits usual() {
        return USUAL;
    }
}
