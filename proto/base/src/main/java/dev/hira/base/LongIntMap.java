package dev.hira.base;

/**
 * A hash map from longs, which guests may choose, to ints. Only growth allocates. Belongs to one
 * thread.
 */
public final class LongIntMap extends LongKeys {
    /** The result of {@link #get} and {@link #remove} for a missing key. */
    public static final int MISSING = -1;

    private int[] values = new int[FIRST_CAPACITY + 1];

    /**
     * @param salt a random number that makes collisions unpredictable
     */
    public LongIntMap(long salt) {
        super(salt);
    }

    public int get(long key) {
        int slot = slot(key);
        return slot == NONE ? MISSING : values[slot];
    }

    public boolean contains(long key) {
        return slot(key) != NONE;
    }

    /** Adds or replaces a value, which must not be {@link #MISSING}. */
    public void put(long key, int value) {
        int slot = claim(key);
        values[slot] = value;
    }

    public int remove(long key) {
        int slot = slot(key);
        if (slot == NONE) {
            return MISSING;
        }
        int removed = values[slot];
        release(slot);
        return removed;
    }

    public void clear() {
        releaseAll();
    }

    @Override
    void move(int from, int to) {
        values[to] = values[from];
    }

    @Override
    void spread(int[] targets, int slots) {
        int[] spread = new int[slots];
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] != NONE) {
                spread[targets[i]] = values[i];
            }
        }
        values = spread;
    }
}
