package dev.hira.policy.model;

/**
 * An invalid field of a proposed change.
 *
 * @param field the path of the field, for example {@code classes[batch].rates[calls].burst}
 * @param message a sentence: what was asked, what is allowed
 */
public record Violation(String field, String message) {}
