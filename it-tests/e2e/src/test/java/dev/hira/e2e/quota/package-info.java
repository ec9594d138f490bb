/** Tests of quotas with VMs that try to exceed them, in one process and on one thread. */
@NullMarked
package dev.hira.e2e.quota;

import org.jspecify.annotations.NullMarked;
