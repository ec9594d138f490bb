/**
 * Operators' own policies: rules in a small typed language of bounded cost, over counters that the
 * router keeps for each VM. A policy asks {@link AdmissionRules} about each command.
 *
 * <p>Reading order: RuleParser, RuleStatement, RuleSetCompiler, RuleCompiler and RuleSet, from text
 * to checked rules; then RuleBook and VmRules, which evaluate them for each command.
 */
@NullMarked
package dev.hira.policy.rules;

import org.jspecify.annotations.NullMarked;
