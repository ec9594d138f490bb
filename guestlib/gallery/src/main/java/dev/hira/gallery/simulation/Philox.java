package dev.hira.gallery.simulation;

/**
 * Philox 4x32-10, a generator that computes its n-th four numbers from n. Salmon, Moraes, Dror,
 * Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011).
 */
public final class Philox {
    private static final int ROUNDS = 10;
    private static final long FACTOR_X = 0xD2511F53L;
    private static final long FACTOR_Z = 0xCD9E8D57L;
    private static final int WEYL_LOW = 0x9E3779B9;
    private static final int WEYL_HIGH = 0xBB67AE85;

    private final long key;
    private int x;
    private int y;
    private int z;
    private int w;

    public Philox(long key) {
        this.key = key;
    }

    /** Computes the four numbers of a counter of four words. */
    public void generate(int counterX, int counterY, int counterZ, int counterW) {
        x = counterX;
        y = counterY;
        z = counterZ;
        w = counterW;
        int low = (int) key;
        int high = (int) (key >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long productX = FACTOR_X * Integer.toUnsignedLong(x);
            long productZ = FACTOR_Z * Integer.toUnsignedLong(z);
            x = (int) (productZ >>> 32) ^ y ^ low;
            y = (int) productZ;
            z = (int) (productX >>> 32) ^ w ^ high;
            w = (int) productX;
            low += WEYL_LOW;
            high += WEYL_HIGH;
        }
    }

    public int x() {
        return x;
    }

    public int y() {
        return y;
    }

    public int z() {
        return z;
    }

    public int w() {
        return w;
    }
}
