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
 *
 * <p>A command that {@link #waitFor waits} for tokens may be woken late. A small bucket would
 * overflow until then, and the rate would fall short. So while a command waits, and for {@link
 * #LATENESS} afterwards, the bucket keeps as many tokens as the command needs and those of a
 * further {@link #LATENESS}, if that is more than its capacity. In any second, requests within the
 * capacity get at most the rate plus what the bucket keeps. While no command waits, it saves at
 * most its capacity.
 */
public final class TokenBucket {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Delay of a waiting command that costs it no tokens: 2 % of a second. */
    static final long LATENESS = 20_000_000;

    private static final long LATENESSES_PER_SECOND = NANOS_PER_SECOND / LATENESS;

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

    /** The most tokens that it keeps at present, and billionths of a further one. */
    @GuardedBy("this")
    private long most;

    @GuardedBy("this")
    private long mostFraction;

    /** Whether a command waits. */
    @GuardedBy("this")
    private boolean awaited;

    /** Tokens for which the command waits, or the last one has waited. */
    @GuardedBy("this")
    private long wanted;

    /** Time at which tokens beyond the capacity lapse, unless a command waits. */
    @GuardedBy("this")
    private long lapsesAt;

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
        this.most = capacity;
        this.at = clock.nanoTime();
        this.lapsesAt = at;
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

    /** Puts back tokens that were taken but not needed; tokens that do not fit are lost. */
    public synchronized void giveBack(long tokens) {
        requireNotNegative(tokens);
        refill();
        earn(tokens, fraction);
    }

    /**
     * Changes the rate and the capacity. Saved tokens stay, as far as they fit, and so do debts.
     */
    public synchronized void retune(long newPerSecond, long newCapacity) {
        requireSensible(newPerSecond, newCapacity);
        refill();
        perSecond = newPerSecond;
        capacity = newCapacity;
        limit();
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

    /**
     * Notes that a command waits for tokens. It replaces the command of the last call, if that one
     * still waits.
     *
     * @return as {@link #nanosUntil}
     */
    public synchronized long waitFor(long tokens) {
        long nanos = nanosUntil(tokens);
        awaited = true;
        wanted = tokens;
        limit();
        return nanos;
    }

    /**
     * Notes that no command waits any longer. Tokens beyond the capacity lapse after {@link
     * #LATENESS}, in which a session whose next commands have already arrived can use them.
     */
    public synchronized void endWait() {
        refill();
        if (awaited) {
            awaited = false;
            lapsesAt = at + LATENESS;
        }
    }

    /** Returns its state, without tokens beyond the capacity. */
    public synchronized TokenBucketState save() {
        refill();
        return level >= capacity
                ? new TokenBucketState(capacity, 0)
                : new TokenBucketState(level, fraction);
    }

    @GuardedBy("this")
    private void refill() {
        long now = clock.nanoTime();
        long elapsed = now - at;
        if (elapsed <= 0) {
            return;
        }
        at = now;
        limit();
        // elapsed = seconds · 10⁹ + nanos; each part is multiplied by the rate, the second one
        // exactly in 128 bits.
        long nanos = elapsed % NANOS_PER_SECOND;
        long billionths = perSecond % NANOS_PER_SECOND * nanos + fraction;
        long tokens = saturatedMultiply(elapsed / NANOS_PER_SECOND, perSecond);
        tokens = saturatedAdd(tokens, perSecond / NANOS_PER_SECOND * nanos);
        tokens = saturatedAdd(tokens, billionths / NANOS_PER_SECOND);
        earn(tokens, billionths % NANOS_PER_SECOND);
    }

    /** Computes how much it keeps, and drops what exceeds that. */
    @GuardedBy("this")
    private void limit() {
        most = capacity;
        mostFraction = 0;
        if (awaited || at - lapsesAt < 0) {
            long kept = saturatedAdd(Math.min(wanted, capacity), perSecond / LATENESSES_PER_SECOND);
            if (kept >= capacity) {
                most = kept;
                mostFraction = perSecond % LATENESSES_PER_SECOND * LATENESS;
            }
        }
        if (level > most || (level == most && fraction > mostFraction)) {
            level = most;
            fraction = mostFraction;
        }
    }

    @GuardedBy("this")
    private void earn(long tokens, long newFraction) {
        long room = most - level;
        // With a deep debt the room overflows a long; then every amount fits.
        boolean fits = room < 0 || tokens < room || (tokens == room && newFraction <= mostFraction);
        level = fits ? level + tokens : most;
        fraction = fits ? newFraction : mostFraction;
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

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
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
