package dev.hira.api;

/**
 * A range of device memory.
 *
 * @param address the first address, as kernels see it
 */
public record MemoryRange(long address, long bytes) {}
