package dev.hira.policy.rules;

/**
 * The news that a rule could not be evaluated, told at most once a second for each rule and VM.
 *
 * @param line the rule's line in the text
 * @param vm the VM that it was evaluated for
 * @param reason why not
 * @param times how often since it was last told
 */
public record RuleFailure(int line, String vm, String reason, long times) {}
