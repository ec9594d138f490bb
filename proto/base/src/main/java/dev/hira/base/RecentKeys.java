package dev.hira.base;

/**
 * Places keys in small tables of what was used last, which a new key may overwrite. Keys that
 * differ by a power of two rarely collide.
 */
public final class RecentKeys {
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private RecentKeys() {}

    /**
     * Returns the slot of a key.
     *
     * @param bits the size of the table, as a power of two
     */
    public static int slot(long key, int bits) {
        return (int) ((key * MULTIPLIER) >>> (Long.SIZE - bits));
    }
}
