package dev.hira.base;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The hash of all tables: a salt and two rounds of multiplication. A guest that chooses its keys
 * does not know the salt, so it cannot choose colliding ones.
 */
final class SaltedHash {
    private static final long MULTIPLIER = 0xd6e8feb86659fd93L;
    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final AtomicLong NEXT = new AtomicLong(new SecureRandom().nextLong());

    private SaltedHash() {}

    /** Returns a random salt that a guest cannot guess; each table has its own. */
    static long newSalt() {
        return NEXT.getAndAdd(STEP);
    }

    static int slot(long key, long salt, int mask) {
        long h = key ^ salt;
        h = (h ^ (h >>> 32)) * MULTIPLIER;
        h = (h ^ (h >>> 32)) * MULTIPLIER;
        return (int) (h ^ (h >>> 32)) & mask;
    }
}
