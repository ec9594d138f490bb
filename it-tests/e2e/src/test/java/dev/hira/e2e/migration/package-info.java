/** VMs that move between servers while their programs run. */
@NullMarked
package dev.hira.e2e.migration;

import org.jspecify.annotations.NullMarked;
