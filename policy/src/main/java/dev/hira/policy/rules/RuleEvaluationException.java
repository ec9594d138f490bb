package dev.hira.policy.rules;

/**
 * Reports that an expression has no value, for example because of a division by zero or an
 * overflow.
 */
final class RuleEvaluationException extends Exception {
    private static final long serialVersionUID = 1;

    RuleEvaluationException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
