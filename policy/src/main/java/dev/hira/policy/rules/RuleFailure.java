package dev.hira.policy.rules;

/**
 * A report that a rule could not be evaluated, made at most once a second for each rule and VM.
 *
 * @param line the rule's line in the text
 * @param vm the VM that it was evaluated for
 * @param reason the reason of the failure
 * @param times number of failures since the last report
 */
public record RuleFailure(int line, String vm, String reason, long times) {}
