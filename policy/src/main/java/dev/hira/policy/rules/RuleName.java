package dev.hira.policy.rules;

/**
 * A name that expressions may use.
 *
 * @param name the name as written, including dots
 * @param type the type of its values
 * @param reader reads its value
 */
record RuleName(String name, Type type, Reader reader) {
    /** The type of an expression or a name. */
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
