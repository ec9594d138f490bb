package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;

/**
 * A range of addresses that a kernel may access as one array: address a is at a − base, for all a
 * with base ≤ a &lt; limit. Unallocated addresses in it read as zero.
 *
 * @param base the first address
 * @param limit one past the last address
 * @param segment the memory, which starts at base
 */
public record FlatMemory(long base, long limit, MemorySegment segment) {}
