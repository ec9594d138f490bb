package dev.hira.policy.rules;

/** Where an expression is evaluated, which decides what it may name. */
enum RuleHook {
    /** A command is judged: {@code deny if}, {@code delay if}. */
    ADMIT,
    /** Something is used: {@code consume}. */
    CONSUME,
    /** Somebody is chosen: {@code schedule}. */
    SCHEDULE
}
