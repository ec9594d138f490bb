package dev.hira.api;

/**
 * The range of device addresses of one owner of memory (for CUDA, a context). Windows of different
 * owners never overlap, so an address identifies its owner in every process that sees it.
 *
 * <p>The owner's name determines its window. The guest allocates from the lower three quarters; the
 * upper quarter is for addresses that the device chooses, such as those of a module's variables.
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

    /** Returns whether this owner has a window; the first eight million owners do. */
    public static boolean exists(long owner) {
        return SessionNames.counter(owner) < WINDOWS - 1;
    }

    /**
     * Returns the window of an owner. The owner 0, which stands for none, has one too.
     *
     * @throws IllegalArgumentException when the owner has no window; see {@link #exists}
     */
    public static AddressWindow of(long owner) {
        if (!exists(owner)) {
            throw new IllegalArgumentException(
                    "no addresses are left for owner "
                            + Long.toHexString(owner)
                            + ": a session can have "
                            + (WINDOWS - 1)
                            + " owners in its life; open a new session");
        }
        return new AddressWindow((SessionNames.counter(owner) + 1) * BYTES);
    }

    /** Returns the first address after the guest's part, where the device's part starts. */
    public long deviceStart() {
        return start + BYTES / 4 * 3;
    }

    /** Returns the first address after the window. */
    public long end() {
        return start + BYTES;
    }

    /** Returns whether an address lies in the window. */
    public boolean contains(long address) {
        return address >= start && address < end();
    }
}
