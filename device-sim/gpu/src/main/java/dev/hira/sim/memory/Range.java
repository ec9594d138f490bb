package dev.hira.sim.memory;

/** Where an allocation was. */
public record Range(long start, long bytes) {
    boolean holds(long address) {
        return address >= start && address - start < bytes;
    }
}
