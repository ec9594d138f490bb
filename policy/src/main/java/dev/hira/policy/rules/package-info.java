/**
 * Operators' own policies: rules in a small typed language of bounded cost, over counters that the
 * router keeps for each VM. {@link AdmissionRules} is what a policy asks about each command.
 */
@NullMarked
package dev.hira.policy.rules;

import org.jspecify.annotations.NullMarked;
