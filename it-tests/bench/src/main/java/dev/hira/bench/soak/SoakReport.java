package dev.hira.bench.soak;

import java.util.List;

/**
 * The outcome of a soak.
 *
 * @param seed the seed to repeat it with
 * @param programs the runs that were compared
 * @param events how often something happened to the VM while a program ran
 * @param what what that was, in the plural
 * @param failures sentences: moves that failed, wrong results, and leaks
 */
public record SoakReport(long seed, int programs, int events, String what, List<String> failures) {
    public SoakReport {
        failures = List.copyOf(failures);
    }

    public boolean passed() {
        return failures.isEmpty();
    }

    /** Returns the outcome in words. */
    public String text() {
        return "seed %d: %d programs, %d %s, %d failures%s"
                .formatted(
                        seed,
                        programs,
                        events,
                        what,
                        failures.size(),
                        String.join("", failures.stream().map("\n  "::concat).toList()));
    }
}
