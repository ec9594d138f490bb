package dev.hira.guest.gpu;

/**
 * The free and total memory of a device. A virtual machine with a quota sees its quota.
 *
 * @param free free bytes
 * @param total total bytes
 */
public record MemoryInfo(long free, long total) {
    /** Returns the bytes in use, by this program and others. */
    public long used() {
        return total - free;
    }
}
