package dev.hira.sim.kernel;

/** Places numbers in small tables of what was used last, so that neighbours rarely collide. */
public final class Remembered {
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

    private Remembered() {}

    /**
     * Returns the slot of a number.
     *
     * @param bits the size of the table, as a power of two
     */
    public static int slot(long number, int bits) {
        return (int) ((number * GOLDEN) >>> (Long.SIZE - bits));
    }
}
