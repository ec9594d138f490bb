package dev.hira.policy.rules;

/**
 * A name that expressions may use.
 *
 * @param name how it is written, dots and all
 * @param type what its values are
 * @param reader where they come from
 */
record RuleName(String name, Type type, Reader reader) {
    /** What an expression or a name may be. */
    enum Type {
        INT,
        BOOL,
        TEXT
    }

    /** Reads the value: a Long, a Boolean or a String. */
    @FunctionalInterface
    interface Reader {
        Object read(RuleScope scope);
    }
}
