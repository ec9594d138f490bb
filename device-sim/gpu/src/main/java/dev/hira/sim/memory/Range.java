package dev.hira.sim.memory;

/** The range of a freed or present allocation. */
public record Range(long start, long bytes) {
    boolean holds(long address) {
        return address >= start && address - start < bytes;
    }
}
