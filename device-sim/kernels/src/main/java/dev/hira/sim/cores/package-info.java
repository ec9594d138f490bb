/**
 * The host's cores, shared by all running kernels. The dictionary of this package:
 *
 * <ul>
 *   <li>A <em>seat</em> is the right of one thread to run blocks; there are as many as processors.
 *   <li>A <em>party</em> is a context. Parties take turns by the seat time that they have used.
 *   <li>A <em>helper</em> is a thread that joins the launching thread to run blocks of its grid.
 *   <li>The <em>watchdog</em> looks every millisecond for seats and runs whose time is up.
 * </ul>
 *
 * {@link dev.hira.sim.cores.Cores} is the entry type. Its lock guards the seats; threads are woken
 * after it is released. {@link dev.hira.sim.cores.HostResources} limits the memory and the threads
 * of all running grids.
 */
@NullMarked
package dev.hira.sim.cores;

import org.jspecify.annotations.NullMarked;
