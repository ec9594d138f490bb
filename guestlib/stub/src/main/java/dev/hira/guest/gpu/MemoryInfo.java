package dev.hira.guest.gpu;

/**
 * How much of a device's memory is free. A virtual machine with a quota sees its quota.
 *
 * @param free bytes
 * @param total bytes
 */
public record MemoryInfo(long free, long total) {
    /** Bytes in use, by this program and others. */
    public long used() {
        return total - free;
    }
}
