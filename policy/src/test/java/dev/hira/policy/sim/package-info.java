/** A router, guests and devices on a virtual clock, for tests of policies. */
@NullMarked
package dev.hira.policy.sim;

import org.jspecify.annotations.NullMarked;
