/** VMs that try to get more than they were granted, in one process and on one thread. */
@NullMarked
package dev.hira.e2e.quota;

import org.jspecify.annotations.NullMarked;
