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
 * where k is the {@linkplain SessionNames#counter counter} in the owner's name, with one exception:
 * the first {@value #NEAR} owners that a session creates have the windows from k = {@value
 * #NEAR_START} on, and the owners with these counters have theirs. A process on x86-64 can map
 * memory at addresses below 2^47 only, and memory that host and device share lies at the same
 * address in both (OpenCL's shared virtual memory).
 *
 * @param start the first address
 */
public record AddressWindow(long start) {
    /** The size of a window. */
    public static final long BYTES = 1L << 40;

    /** The number of owners whose windows a process can map. */
    static final long NEAR = 96;

    /** The first of their windows: most processes use the first and the last of all addresses. */
    static final long NEAR_START = 31;

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
        return new AddressWindow((place(SessionNames.counter(owner)) + 1) * BYTES);
    }

    private static long place(long counter) {
        long created = counter - SessionNames.FIRST_COUNTER;
        if (created >= 0 && created < NEAR) {
            return NEAR_START + created;
        }
        long near = counter - NEAR_START;
        return near >= 0 && near < NEAR ? SessionNames.FIRST_COUNTER + near : counter;
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
