/**
 * The memory of simulated devices: {@link dev.hira.sim.memory.AddressSpace} places allocations at
 * addresses that the guest has chosen, {@link dev.hira.sim.memory.MemoryBudget} accounts for a
 * device's memory, and {@link dev.hira.sim.memory.Backing} hides all native calls.
 *
 * <p>An allocation costs its size rounded up to a multiple of 512. Servers tell routers this unit,
 * so that the accounts of router and device agree. Unallocated memory is always zero: a freed range
 * is cleared, so that no owner ever sees a byte of another.
 *
 * <p>Locks: each address space has one. Its holder may take the lock of the budget or of a region,
 * but no other.
 *
 * <p>Reading order: AddressSpace, Allocation, Region, Backing. {@link
 * dev.hira.sim.memory.ContentRounds} reads the content of all allocations and {@link
 * dev.hira.sim.memory.ContentIntake} writes it, for a process that moves.
 */
@NullMarked
package dev.hira.sim.memory;

import org.jspecify.annotations.NullMarked;
