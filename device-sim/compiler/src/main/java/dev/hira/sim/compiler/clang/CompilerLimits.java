package dev.hira.sim.compiler.clang;

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

    /**
     * Returns the usual limits with others in place of some.
     *
     * @param text such as {@code time=20 memory=1024 output=16 processes=4}: seconds of processor
     *     time (twice as many pass at most), MiB of memory, MiB of output, and compilers at once
     * @throws IllegalArgumentException when it is something else
     */
    public static CompilerLimits read(String text) {
        CompilerLimits limits = USUAL;
        for (String word : text.strip().split("[\\s,]+")) {
            if (!word.isEmpty()) {
                limits = limits.with(word);
            }
        }
        return limits;
    }

    private CompilerLimits with(String word) {
        int equals = word.indexOf('=');
        String name = word.substring(0, Math.max(equals, 0));
        int number = number(word.substring(equals + 1));
        return switch (name) {
            case "time" ->
                    new CompilerLimits(
                            Duration.ofSeconds(2L * number),
                            Duration.ofSeconds(number),
                            memoryBytes,
                            sourceChars,
                            outputBytes,
                            logBytes,
                            processes);
            case "memory" ->
                    new CompilerLimits(
                            wall,
                            cpu,
                            (long) number << 20,
                            sourceChars,
                            outputBytes,
                            logBytes,
                            processes);
            case "output" ->
                    new CompilerLimits(
                            wall,
                            cpu,
                            memoryBytes,
                            sourceChars,
                            (int) Math.min(Integer.MAX_VALUE, (long) number << 20),
                            logBytes,
                            processes);
            case "processes" ->
                    new CompilerLimits(
                            wall, cpu, memoryBytes, sourceChars, outputBytes, logBytes, number);
            default -> throw wrong(word);
        };
    }

    private static int number(String text) {
        if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) == 0) {
            throw wrong(text);
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException wrong(String word) {
        return new IllegalArgumentException(
                "'"
                        + word
                        + "' is no limit of the compiler; write time=SECONDS, memory=MIB, output=MIB"
                        + " or processes=N in "
                        + CompilerSettings.LIMITS_VARIABLE);
    }
}
