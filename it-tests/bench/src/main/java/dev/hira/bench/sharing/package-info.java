/** Policy and sharing: the cost for each command, and the shares of VMs. */
@NullMarked
package dev.hira.bench.sharing;

import org.jspecify.annotations.NullMarked;
