package dev.hira.lab.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement, and the values that decide whether it holds here.
 *
 * @param kind where the statement comes from
 * @param claim the statement
 * @param checks the values; the statement holds if all are within their bounds
 * @param reason why the laboratory cannot show the statement; empty: it can
 */
public record Finding(Kind kind, String claim, List<Check> checks, String reason) {
    /** Where a statement comes from. */
    public enum Kind {
        /** A publication about another system. */
        PUBLISHED("REPRODUCES", "DIFFERS"),
        /** A goal of Hira without a publication. */
        GOAL("GOAL KEPT", "GOAL MISSED");

        private final String held;
        private final String failed;

        Kind(String held, String failed) {
            this.held = held;
            this.failed = failed;
        }
    }

    public Finding {
        checks = List.copyOf(checks);
        if (checks.isEmpty()) {
            throw new IllegalArgumentException("nothing decides whether this holds: " + claim);
        }
    }

    /** Returns a statement of a publication. */
    public static Finding published(String claim, Check... checks) {
        return new Finding(Kind.PUBLISHED, claim, List.of(checks), "");
    }

    /** Returns a goal of Hira. */
    public static Finding goal(String claim, Check... checks) {
        return new Finding(Kind.GOAL, claim, List.of(checks), "");
    }

    /**
     * Returns the same statement and a reason why the laboratory cannot show it. A failure is then
     * expected.
     */
    public Finding because(String why) {
        return new Finding(kind, claim, checks, why);
    }

    /** Returns whether all values are within their bounds. */
    public boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }

    /** Returns whether the statement holds, or does not for a known reason. */
    public boolean isExpected() {
        return holds() || !reason.isEmpty();
    }

    /** Returns the verdict in capital letters. */
    public String verdict() {
        return holds() ? kind.held : kind.failed;
    }

    /** Returns the values with their bounds, and the reason if they are not within them. */
    public String measured() {
        String values = checks.stream().map(Check::toString).collect(Collectors.joining("; "));
        return holds() || reason.isEmpty() ? values : values + "; expected: " + reason;
    }
}
