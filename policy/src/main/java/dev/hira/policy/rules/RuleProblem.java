package dev.hira.policy.rules;

/**
 * A reason why rules are rejected: a sentence about a place in their text.
 *
 * @param line counted from 1
 * @param column counted from 1
 * @param message the error and the allowed alternatives
 * @param text the line itself
 */
public record RuleProblem(int line, int column, String message, String text) {
    /** Returns the sentence, the line, and a caret under the place. */
    public String render() {
        String indent = "    ";
        return "line %d: %s\n%s%s\n%s%s^"
                .formatted(
                        line, message, indent, text, indent, " ".repeat(Math.max(0, column - 1)));
    }
}
