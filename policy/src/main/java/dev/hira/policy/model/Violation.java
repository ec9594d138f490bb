package dev.hira.policy.model;

import java.util.Comparator;

/**
 * An invalid field of a proposed change. The order, by field and message, keeps sets of violations
 * fast whatever their texts are.
 *
 * @param field the path of the field, for example {@code classes[batch].rates[calls].burst}
 * @param message a sentence: what was asked, what is allowed
 */
public record Violation(String field, String message) implements Comparable<Violation> {
    private static final Comparator<Violation> ORDER =
            Comparator.comparing(Violation::field).thenComparing(Violation::message);

    @Override
    public int compareTo(Violation other) {
        return ORDER.compare(this, other);
    }
}
