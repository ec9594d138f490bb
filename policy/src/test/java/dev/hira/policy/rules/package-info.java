/** Tests of rules with fake VMs and commands. */
@NullMarked
package dev.hira.policy.rules;

import org.jspecify.annotations.NullMarked;
