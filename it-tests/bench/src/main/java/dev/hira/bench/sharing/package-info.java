/** Policy and sharing: its cost for each command, and what VMs get of a device. */
@NullMarked
package dev.hira.bench.sharing;

import org.jspecify.annotations.NullMarked;
