package dev.hira.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    private long now = -5;
    private final NanoClock clock = () -> now;

    @Test
    void shouldGrantTheBurstAtOnceAndThenTheRate() {
        var bucket = new TokenBucket(clock, 10, 5);
        for (int i = 0; i < 5; i++) {
            assertThat(bucket.tryTake(1)).isTrue();
        }
        assertThat(bucket.tryTake(1)).isFalse();
        assertThat(bucket.nanosUntil(1)).isEqualTo(SECOND / 10);
        now += SECOND / 10 - 1;
        assertThat(bucket.tryTake(1)).isFalse();
        now += 1;
        assertThat(bucket.tryTake(1)).isTrue();
    }

    @Test
    void shouldSaveNoMoreThanItsCapacity() {
        var bucket = new TokenBucket(clock, 1000, 3);
        now += 3600 * SECOND;
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(3, 0));
    }

    @Test
    void shouldLetALargeRequestPassWhenFullAndMakeLaterOnesPayForIt() {
        var bucket = new TokenBucket(clock, 100, 10);
        assertThat(bucket.tryTake(110)).isTrue();
        assertThat(bucket.tryTake(1)).isFalse();
        assertThat(bucket.nanosUntil(1)).isEqualTo(101 * SECOND / 100);
        now += 101 * SECOND / 100;
        assertThat(bucket.tryTake(1)).isTrue();
    }

    @Test
    void shouldNotLoseFractionsWhenAskedEveryNanosecond() {
        var bucket = new TokenBucket(clock, 3, 10, new TokenBucketState(0, 0));
        for (int i = 0; i < 1_000_000; i++) {
            now += 1000;
            bucket.tryTake(1000);
        }
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(3, 0));
    }

    @Test
    void shouldGoOnFromASavedState() {
        var bucket = new TokenBucket(clock, 7, 20);
        bucket.charge(31);
        now += SECOND / 3;
        TokenBucketState saved = bucket.save();
        now += 1_000_000 * SECOND;
        var restored = new TokenBucket(clock, 7, 20, saved);
        assertThat(restored.save()).isEqualTo(saved);
        now += SECOND - SECOND / 3;
        assertThat(restored.save().level()).isEqualTo(20 - 31 + 7);
    }

    @Test
    void shouldNotRunBackwardsWithTheClock() {
        var bucket = new TokenBucket(clock, 10, 5, new TokenBucketState(0, 0));
        now -= SECOND;
        assertThat(bucket.save().level()).isZero();
        now += SECOND + SECOND / 10;
        assertThat(bucket.save().level()).isEqualTo(1);
    }

    @Test
    void shouldSurviveExtremeRatesAndDebts() {
        var bucket = new TokenBucket(clock, Long.MAX_VALUE, Long.MAX_VALUE);
        bucket.charge(Long.MAX_VALUE);
        bucket.charge(Long.MAX_VALUE);
        assertThat(bucket.tryTake(1)).isFalse();
        now += 1;
        assertThat(bucket.save().level()).isGreaterThan(-Long.MAX_VALUE);
        bucket.charge(Long.MAX_VALUE);
        bucket.charge(Long.MAX_VALUE);
        assertThat(bucket.save().level()).isEqualTo(Long.MIN_VALUE);
        now += 100 * SECOND;
        assertThat(bucket.tryTake(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldRefuseInvalidValues() {
        assertThatThrownBy(() -> new TokenBucket(clock, 0, 5)).hasMessageContaining("0 per second");
        var bucket = new TokenBucket(clock, 1, 1);
        assertThatThrownBy(() -> bucket.tryTake(-1)).hasMessageContaining("-1");
    }

    @Test
    void shouldWaitAtLeastAsLongAsItTakesHoweverMuchIsMissing() {
        var fast = new TokenBucket(clock, 1L << 61, 1L << 62, new TokenBucketState(0, 0));
        assertThat(fast.nanosUntil(1L << 62)).isEqualTo(2 * SECOND);
        assertThat(fast.nanosUntil((1L << 62) - 1)).isEqualTo(2 * SECOND);
        assertThat(fast.nanosUntil(1L << 40)).as("not a whole second").isEqualTo(477);
        var slow = new TokenBucket(clock, 1, 1, new TokenBucketState(-(1L << 62), 0));
        assertThat(slow.nanosUntil(1)).isEqualTo(Long.MAX_VALUE);
        var deep = new TokenBucket(clock, 1, 1L << 62, new TokenBucketState(Long.MIN_VALUE, 0));
        assertThat(deep.nanosUntil(1L << 62)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldKeepWhatItHasWhenItsRateChanges() {
        var bucket = new TokenBucket(clock, 1, 10, new TokenBucketState(4, 0));
        now += SECOND / 2;
        bucket.retune(2, 20);
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(4, SECOND / 2));
        now += 2 * SECOND;
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(8, SECOND / 2));
        bucket.retune(2, 8);
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(8, 0));
        bucket.retune(1, 3);
        assertThat(bucket.save().level()).isEqualTo(3);
        assertThatThrownBy(() -> bucket.retune(1, 0)).hasMessageContaining("1 per second and 0");
    }

    @Test
    void shouldTakeBackWhatFits() {
        var bucket = new TokenBucket(clock, 1, 10);
        assertThat(bucket.tryTake(6)).isTrue();
        bucket.giveBack(5);
        assertThat(bucket.save().level()).isEqualTo(9);
        bucket.giveBack(0);
        bucket.giveBack(2);
        assertThat(bucket.save().level()).isEqualTo(10);
        assertThatThrownBy(() -> bucket.giveBack(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> bucket.charge(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> bucket.nanosUntil(-1)).hasMessageContaining("-1");
        bucket.charge(0);
        assertThat(bucket.tryTake(0)).isTrue();
        assertThat(bucket.nanosUntil(0)).isZero();
    }

    @Test
    void shouldRefuseAStateThatNoBucketHas() {
        for (long fraction : new long[] {-1, SECOND}) {
            assertThatThrownBy(
                            () -> new TokenBucket(clock, 1, 9, new TokenBucketState(1, fraction)))
                    .hasMessageContaining("not " + fraction);
        }
        var last = new TokenBucketState(1, SECOND - 1);
        assertThat(new TokenBucket(clock, 1, 9, last).save()).isEqualTo(last);
        assertThat(new TokenBucket(clock, 1, 1, last).save()).isEqualTo(new TokenBucketState(1, 0));
        assertThat(new TokenBucket(clock, 1, 1, new TokenBucketState(2, 5)).save())
                .isEqualTo(new TokenBucketState(1, 0));
    }

    @Test
    void shouldHaveNoFractionWhenItIsFull() {
        var bucket = new TokenBucket(clock, 3, 2, new TokenBucketState(1, 0));
        now += SECOND / 2;
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(2, 0));
    }

    /** The oracle: the same bucket in exact arithmetic. */
    private static final class Exact {
        private static final BigInteger BILLION = BigInteger.valueOf(SECOND);
        private final BigInteger rate;
        private final BigInteger capacity;
        private BigInteger billionths;

        Exact(long rate, long capacity) {
            this.rate = BigInteger.valueOf(rate);
            this.capacity = BigInteger.valueOf(capacity).multiply(BILLION);
            this.billionths = this.capacity;
        }

        void pass(long nanos) {
            billionths = billionths.add(rate.multiply(BigInteger.valueOf(nanos))).min(capacity);
        }

        /** Returns the nanoseconds until the tokens are available. */
        BigInteger nanosUntil(long tokens) {
            BigInteger cost = BigInteger.valueOf(tokens).multiply(BILLION).min(capacity);
            BigInteger missing = cost.subtract(billionths).max(BigInteger.ZERO);
            return missing.add(rate).subtract(BigInteger.ONE).divide(rate);
        }

        boolean tryTake(long tokens) {
            BigInteger cost = BigInteger.valueOf(tokens).multiply(BILLION);
            if (billionths.compareTo(cost.min(capacity)) < 0) {
                return false;
            }
            billionths = billionths.subtract(cost);
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithExactArithmetic(long seed) {
        var random = new Random(seed);
        long rate = 1 + random.nextLong(1L << (3 + 7 * seed));
        long capacity = 1 + random.nextLong(1L << (2 + 6 * seed));
        var bucket = new TokenBucket(clock, rate, capacity);
        var exact = new Exact(rate, capacity);
        for (int i = 0; i < 20_000; i++) {
            long pass = random.nextLong(1L << random.nextInt(1, 36));
            now += pass;
            exact.pass(pass);
            long tokens = random.nextLong(capacity + capacity / 4 + 2);
            long wait = bucket.nanosUntil(tokens);
            assertThat(BigInteger.valueOf(wait))
                    .as("seed %s step %s", seed, i)
                    .isEqualTo(exact.nanosUntil(tokens));
            boolean granted = bucket.tryTake(tokens);
            assertThat(granted).as("seed %s step %s", seed, i).isEqualTo(exact.tryTake(tokens));
            assertThat(wait == 0).isEqualTo(granted);
        }
    }
}
