/**
 * The memory of simulated devices: {@link dev.hira.sim.memory.AddressSpace} places allocations at
 * addresses that the guest has chosen, {@link dev.hira.sim.memory.MemoryBudget} keeps a device's
 * books, and {@link dev.hira.sim.memory.Backing} is the one place where native calls are made.
 *
 * <p>An allocation costs its size rounded up to a multiple of 512, which servers tell routers, so
 * that a router's books and a device's agree. Memory that is not allocated is always zero: ranges
 * are cleared when they are freed, so no byte of one owner is ever seen by another.
 *
 * <p>Locks: each address space has one; nothing else is locked while it is held.
 */
@NullMarked
package dev.hira.sim.memory;

import org.jspecify.annotations.NullMarked;
