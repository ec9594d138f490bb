package dev.hira.policy.rules;

/** One statement of a text of rules, with its expressions not yet compiled. */
sealed interface RuleStatement {
    /** Returns the whole statement. */
    Fragment source();

    /**
     * {@code setting NAME = 1} or {@code setting NAME of CLASS = 1}.
     *
     * @param grade the class; empty: all classes without a value of their own
     */
    record Setting(Fragment source, Fragment name, String grade, long value)
            implements RuleStatement {}

    /** {@code counter NAME = 0}. */
    record Counter(Fragment source, Fragment name, long value) implements RuleStatement {}

    /**
     * {@code consume RESOURCE: NAME = EXPRESSION} or {@code consume RESOURCE: charge EXPRESSION}.
     *
     * @param target the counter; {@code "charge"}: the charge
     */
    record Consume(Fragment source, Fragment resource, Fragment target, Fragment value)
            implements RuleStatement {}

    /** {@code schedule: EXPRESSION}. */
    record Schedule(Fragment source, Fragment priority) implements RuleStatement {}

    /** {@code deny if EXPRESSION: "message"}. */
    record Deny(Fragment source, Fragment condition, String message) implements RuleStatement {}

    /** {@code delay if EXPRESSION}. */
    record Delay(Fragment source, Fragment condition) implements RuleStatement {}

    /** {@code retry 5ms}. */
    record Retry(Fragment source, long nanos) implements RuleStatement {}
}
