package dev.hira.policy.rules;

/** An expression has no value, for example since it divides by zero or a number is too large. */
final class RuleEvaluationException extends Exception {
    private static final long serialVersionUID = 1;

    RuleEvaluationException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
