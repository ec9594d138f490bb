/** Rules against VMs and commands made up for the purpose. */
@NullMarked
package dev.hira.policy.rules;

import org.jspecify.annotations.NullMarked;
