package dev.hira.policy;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.math.BigInteger;

/**
 * A rate limit with a burst: tokens drip in at a fixed rate up to a capacity, and each use takes as
 * many as it costs. Thread-safe.
 *
 * <p>All arithmetic is exact, in longs: the remainder of each division is kept as a fraction of the
 * next token, so no rate is ever off by rounding, however often the bucket is asked.
 *
 * <p>A request for more than the capacity could never be served from saved tokens; it is granted
 * when the bucket is full and leaves a debt, which delays later requests. The average rate still
 * holds.
 */
public final class TokenBucket {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final NanoClock clock;

    @GuardedBy("this")
    private long perSecond;

    @GuardedBy("this")
    private long capacity;

    @GuardedBy("this")
    private long level;

    /** Earned billionths of a token, 0 ≤ fraction < 10⁹. */
    @GuardedBy("this")
    private long fraction;

    @GuardedBy("this")
    private long at;

    /**
     * Creates a full bucket.
     *
     * @param perSecond tokens that drip in per second, at least 1
     * @param capacity the most tokens that it saves, at least 1
     */
    public TokenBucket(NanoClock clock, long perSecond, long capacity) {
        this(clock, perSecond, capacity, new TokenBucketState(capacity, 0));
    }

    /** Creates a bucket that continues from a saved state. */
    public TokenBucket(NanoClock clock, long perSecond, long capacity, TokenBucketState state) {
        requireSensible(perSecond, capacity);
        if (state.fraction() < 0 || state.fraction() >= NANOS_PER_SECOND) {
            throw new IllegalArgumentException(
                    "the fraction of a token is in billionths, not " + state.fraction());
        }
        this.clock = clock;
        this.perSecond = perSecond;
        this.capacity = capacity;
        this.level = Math.min(state.level(), capacity);
        this.fraction = this.level == capacity ? 0 : state.fraction();
        this.at = clock.nanoTime();
    }

    /** Takes the tokens if they are available; otherwise takes nothing. */
    public synchronized boolean tryTake(long tokens) {
        requireNotNegative(tokens);
        refill();
        if (level < Math.min(tokens, capacity)) {
            return false;
        }
        level -= tokens;
        return true;
    }

    /**
     * Takes tokens even if they are not available yet, for costs that are known only afterwards.
     * The debt is bounded below by {@link Long#MIN_VALUE}.
     */
    public synchronized void charge(long tokens) {
        requireNotNegative(tokens);
        refill();
        long after = level - tokens;
        level = after > level ? Long.MIN_VALUE : after;
    }

    /** Puts back tokens that were taken but not needed; tokens beyond the capacity are lost. */
    public synchronized void giveBack(long tokens) {
        requireNotNegative(tokens);
        refill();
        earn(tokens);
    }

    /**
     * Changes the rate and the capacity. Saved tokens stay, up to the new capacity, and so do
     * debts.
     */
    public synchronized void retune(long newPerSecond, long newCapacity) {
        requireSensible(newPerSecond, newCapacity);
        refill();
        perSecond = newPerSecond;
        capacity = newCapacity;
        level = Math.min(level, capacity);
        fraction = level == capacity ? 0 : fraction;
    }

    /**
     * Returns the nanoseconds after which {@link #tryTake} would succeed; 0 when it would succeed
     * now.
     */
    public synchronized long nanosUntil(long tokens) {
        requireNotNegative(tokens);
        refill();
        long wanted = Math.min(tokens, capacity);
        if (level >= wanted) {
            return 0;
        }
        long missing = wanted - level;
        if (missing < 0) {
            return Long.MAX_VALUE;
        }
        long high = Math.multiplyHigh(missing, NANOS_PER_SECOND);
        long low = missing * NANOS_PER_SECOND;
        if (high != 0 || low < 0) {
            return longWait(missing);
        }
        return Math.ceilDiv(low - fraction, perSecond);
    }

    public synchronized TokenBucketState save() {
        refill();
        return new TokenBucketState(level, fraction);
    }

    @GuardedBy("this")
    private void refill() {
        long now = clock.nanoTime();
        long elapsed = now - at;
        if (elapsed <= 0) {
            return;
        }
        at = now;
        if (level == capacity) {
            return;
        }
        // elapsed = seconds · 10⁹ + nanos; each part is multiplied by the rate, the second one
        // exactly in 128 bits.
        long whole = saturatedMultiply(elapsed / NANOS_PER_SECOND, perSecond);
        long nanos = elapsed % NANOS_PER_SECOND;
        earn(whole);
        earn(perSecond / NANOS_PER_SECOND * nanos);
        long billionths = perSecond % NANOS_PER_SECOND * nanos + fraction;
        fraction = billionths % NANOS_PER_SECOND;
        earn(billionths / NANOS_PER_SECOND);
        if (level == capacity) {
            fraction = 0;
        }
    }

    @GuardedBy("this")
    private void earn(long tokens) {
        long room = capacity - level;
        // With a deep debt the room overflows a long; then every amount fits.
        level = room >= 0 && tokens >= room ? capacity : level + tokens;
    }

    /**
     * Computes the wait when the product exceeds a long, which happens only with limits of many
     * gigabytes.
     */
    @GuardedBy("this")
    private long longWait(long missing) {
        BigInteger rate = BigInteger.valueOf(perSecond);
        BigInteger wait =
                BigInteger.valueOf(missing)
                        .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
                        .subtract(BigInteger.valueOf(fraction))
                        .add(rate.subtract(BigInteger.ONE))
                        .divide(rate);
        return wait.bitLength() < Long.SIZE ? wait.longValue() : Long.MAX_VALUE;
    }

    private static long saturatedMultiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    private static void requireSensible(long perSecond, long capacity) {
        if (perSecond < 1 || capacity < 1) {
            throw new IllegalArgumentException(
                    "a token bucket needs a rate and a capacity of at least 1, not "
                            + perSecond
                            + " per second and "
                            + capacity);
        }
    }

    private static void requireNotNegative(long tokens) {
        if (tokens < 0) {
            throw new IllegalArgumentException(
                    "a number of tokens must not be negative, not " + tokens);
        }
    }
}
