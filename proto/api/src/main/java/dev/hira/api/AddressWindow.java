package dev.hira.api;

/**
 * The range of device addresses that belongs to one owner of memory (for CUDA, a context). Windows
 * of different owners never overlap, so an address tells its owner in every process that sees it.
 *
 * <p>The owner's name decides where its window lies. The guest gives out the lower three quarters;
 * the upper quarter is for addresses that the device chooses, such as those of a module's
 * variables.
 *
 * <pre>
 *     (k+1) * 2^40                                  +3/4                (k+2) * 2^40
 *     +-----------------------------------------------+------------------+
 *     | chosen by the guest, lowest first             | by the device    |
 *     +-----------------------------------------------+------------------+
 * </pre>
 *
 * where k is the {@linkplain SessionNames#counter counter} in the owner's name.
 *
 * @param start the first address
 */
public record AddressWindow(long start) {
    /** The size of a window. */
    public static final long BYTES = 1L << 40;

    private static final long WINDOWS = Long.MAX_VALUE / BYTES;

    /** Whether there is a window for this owner; the first eight million owners have one. */
    public static boolean exists(long owner) {
        return SessionNames.counter(owner) < WINDOWS - 1;
    }

    /**
     * The window of an owner. The owner 0, which is none, has one too.
     *
     * @throws IllegalArgumentException when no window {@link #exists} for it
     */
    public static AddressWindow of(long owner) {
        if (!exists(owner)) {
            throw new IllegalArgumentException(
                    "No addresses are left for owner "
                            + Long.toHexString(owner)
                            + ": a session can have "
                            + (WINDOWS - 1)
                            + " owners in its life. Open a new session.");
        }
        return new AddressWindow((SessionNames.counter(owner) + 1) * BYTES);
    }

    /** The first address behind those that the guest chooses, where those of the device start. */
    public long deviceStart() {
        return start + BYTES / 4 * 3;
    }

    /** The first address behind the window. */
    public long end() {
        return start + BYTES;
    }

    /** Whether an address lies in the window. */
    public boolean contains(long address) {
        return address >= start && address < end();
    }
}
