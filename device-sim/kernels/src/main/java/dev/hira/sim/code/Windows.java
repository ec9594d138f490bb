package dev.hira.sim.code;

/**
 * The windows of the non-global spaces among generic addresses: far above all device memory.
 * Addresses within a space begin at 0; their generic addresses begin at the window.
 */
public final class Windows {
    /** The generic address of shared memory's first byte. */
    public static final long SHARED = 0x7f01_0000_0000_0000L;

    /** The generic address of local memory's first byte. */
    public static final long LOCAL = 0x7f02_0000_0000_0000L;

    /** The generic address of the first byte of the kernel's parameters. */
    public static final long PARAM = 0x7f03_0000_0000_0000L;

    /** The size of each window in bytes. */
    public static final long BYTES = 1L << 32;

    private Windows() {}

    /** Returns the generic address at which a space begins. */
    public static long of(Space space) {
        return switch (space) {
            case GLOBAL, GENERIC -> 0;
            case SHARED -> SHARED;
            case LOCAL -> LOCAL;
            case PARAM -> PARAM;
        };
    }

    /** Returns the space of a generic address. */
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
