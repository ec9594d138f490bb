package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;

/**
 * A run of addresses that a kernel may access as one array: address a lies at a − base, for all a
 * with base ≤ a &lt; limit. What is not allocated in it reads as zero.
 *
 * @param base the first address
 * @param limit the first address behind
 * @param segment the memory, which starts at base
 */
public record FlatMemory(long base, long limit, MemorySegment segment) {}
