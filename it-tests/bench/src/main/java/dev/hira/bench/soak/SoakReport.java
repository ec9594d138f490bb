package dev.hira.bench.soak;

import java.util.List;

/**
 * The outcome of a soak.
 *
 * @param seed the seed to repeat it with
 * @param checked the number of things that were compared
 * @param subject what they are, in the plural
 * @param events how often something happened meanwhile
 * @param what what that was, in the plural
 * @param failures sentences: moves that failed, wrong results, and leaks
 */
public record SoakReport(
        long seed, int checked, String subject, long events, String what, List<String> failures) {
    public SoakReport {
        failures = List.copyOf(failures);
    }

    public boolean passed() {
        return failures.isEmpty();
    }

    /** Returns the outcome in words. */
    public String text() {
        return "seed %d: %d %s, %d %s, %d failures%s"
                .formatted(
                        seed,
                        checked,
                        subject,
                        events,
                        what,
                        failures.size(),
                        String.join("", failures.stream().map("\n  "::concat).toList()));
    }
}
