package dev.hira.sim.code;

/**
 * Where the spaces that are not global lie among generic addresses: far above all device memory. A
 * space's addresses begin at 0; its generic ones at its window.
 */
public final class Windows {
    /** The generic address of shared memory's first byte. */
    public static final long SHARED = 0x7f01_0000_0000_0000L;

    /** The generic address of local memory's first byte. */
    public static final long LOCAL = 0x7f02_0000_0000_0000L;

    /** The generic address of the first byte of the kernel's parameters. */
    public static final long PARAM = 0x7f03_0000_0000_0000L;

    /** The bytes of each window. */
    public static final long BYTES = 1L << 32;

    private Windows() {}

    /** Where a space begins among generic addresses. */
    public static long of(Space space) {
        return switch (space) {
            case GLOBAL, GENERIC -> 0;
            case SHARED -> SHARED;
            case LOCAL -> LOCAL;
            case PARAM -> PARAM;
        };
    }

    /** The space of a generic address. */
    public static Space spaceOf(long address) {
        if (address - SHARED >= 0 && address - SHARED < BYTES) {
            return Space.SHARED;
        }
        if (address - LOCAL >= 0 && address - LOCAL < BYTES) {
            return Space.LOCAL;
        }
        return address - PARAM >= 0 && address - PARAM < BYTES ? Space.PARAM : Space.GLOBAL;
    }
}
