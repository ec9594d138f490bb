package dev.hira.policy.rules;

/** The context in which an expression is evaluated, which decides the names that it may use. */
enum RuleHook {
    /** Judges a command: {@code deny if}, {@code delay if}. */
    ADMIT,
    /** Accounts for a use: {@code consume}. */
    CONSUME,
    /** Chooses the next VM: {@code schedule}. */
    SCHEDULE
}
