/** VMs that share a device whose kernels take turns. */
@NullMarked
package dev.hira.e2e.turns;

import org.jspecify.annotations.NullMarked;
