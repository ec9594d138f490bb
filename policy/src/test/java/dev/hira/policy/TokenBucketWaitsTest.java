package dev.hira.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bucket keeps for commands that wait and are woken late. */
final class TokenBucketWaitsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private long now = -5;
    private final NanoClock clock = () -> now;

    /** Takes single tokens until one is refused. */
    private static int takeAll(TokenBucket bucket) {
        int taken = 0;
        while (bucket.tryTake(1)) {
            taken++;
        }
        return taken;
    }

    /** Creates a bucket that is empty and has a command wait for one token. */
    private TokenBucket awaited(long perSecond, long capacity) {
        var bucket = new TokenBucket(clock, perSecond, capacity, new TokenBucketState(0, 0));
        assertThat(bucket.waitFor(1)).isEqualTo(Math.ceilDiv(SECOND, perSecond));
        return bucket;
    }

    @Test
    void shouldKeepWhatDripsInWhileACommandIsLate() {
        var bucket = awaited(1000, 1);
        now += 16 * MILLI;
        assertThat(takeAll(bucket)).isEqualTo(16);
        var slow = awaited(10, 1);
        now += 103 * MILLI;
        assertThat(slow.tryTake(1)).isTrue();
        assertThat(slow.nanosUntil(1)).isEqualTo(97 * MILLI);
    }

    @Test
    void shouldLoseOnlyWhatIsBeyondTheLatenessThatItMakesUpFor() {
        var bucket = awaited(1000, 1);
        now += SECOND;
        assertThat(takeAll(bucket)).isEqualTo(21);
        assertThat(bucket.nanosUntil(1)).isEqualTo(MILLI);
        var slow = awaited(10, 1);
        now += 100 * MILLI + TokenBucket.LATENESS - 1;
        assertThat(slow.tryTake(1)).isTrue();
        assertThat(slow.nanosUntil(1)).isEqualTo(80 * MILLI + 1);
        now += SECOND;
        assertThat(slow.tryTake(1)).isTrue();
        assertThat(slow.nanosUntil(1)).isEqualTo(80 * MILLI);
    }

    @Test
    void shouldLetWhatItKeptForAWaitLapse() {
        var inTime = awaited(1000, 2);
        var late = awaited(1000, 2);
        var again = awaited(1000, 2);
        now += 11 * MILLI;
        inTime.endWait();
        late.endWait();
        again.endWait();
        now += TokenBucket.LATENESS - 1;
        again.endWait();
        assertThat(takeAll(inTime)).isEqualTo(21);
        now += 1;
        assertThat(takeAll(late)).isEqualTo(2);
        assertThat(takeAll(again)).as("the wait has ended once").isEqualTo(2);
        now += 3600 * SECOND;
        assertThat(takeAll(late)).as("idle").isEqualTo(2);
    }

    @Test
    void shouldKeepNoMoreForAWaitThanItNeeds() {
        var large = awaited(50, 50);
        now += 3600 * SECOND;
        assertThat(takeAll(large)).as("the capacity covers lateness").isEqualTo(50);
        var standard = awaited(5000, 100);
        now += 3600 * SECOND;
        assertThat(takeAll(standard)).isEqualTo(101);
        var full = awaited(5000, 100);
        full.waitFor(1000);
        now += 3600 * SECOND;
        assertThat(takeAll(full)).as("of a command that waits until it is full").isEqualTo(200);
        full.waitFor(1);
        now += 3600 * SECOND;
        assertThat(takeAll(full)).as("of the next command").isEqualTo(101);
    }

    @Test
    void shouldKeepWhatFitsWhenItsRateChangesDuringAWait() {
        var bucket = awaited(1000, 1);
        now += SECOND;
        bucket.retune(500, 1);
        assertThat(takeAll(bucket)).isEqualTo(11);
        now += SECOND;
        bucket.retune(5000, 3);
        now += SECOND;
        assertThat(takeAll(bucket)).isEqualTo(101);
        now += SECOND;
        bucket.giveBack(7);
        bucket.retune(49, 1);
        assertThat(takeAll(bucket)).isEqualTo(1);
        assertThat(bucket.nanosUntil(1)).isEqualTo(Math.ceilDiv(20 * MILLI, 49));
    }

    @Test
    void shouldSaveItsStateWithoutWhatItKeepsForAWait() {
        var bucket = awaited(10, 1);
        now += 105 * MILLI;
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(1, 0));
        assertThat(bucket.tryTake(1)).isTrue();
        assertThat(bucket.save()).isEqualTo(new TokenBucketState(0, SECOND / 20));
    }

    @Test
    void shouldSurviveExtremeRatesDuringAWait() {
        var bucket = new TokenBucket(clock, Long.MAX_VALUE, Long.MAX_VALUE - 1);
        bucket.charge(Long.MAX_VALUE);
        assertThat(bucket.waitFor(Long.MAX_VALUE)).isPositive();
        now += 100 * SECOND;
        assertThat(bucket.tryTake(Long.MAX_VALUE)).isTrue();
        assertThat(bucket.tryTake(1)).isFalse();
        assertThatThrownBy(() -> bucket.waitFor(-1)).hasMessageContaining("-1");
    }

    /**
     * Up to three waiters with commands all the time, which are late: each takes as many tokens as
     * there are, and then waits again. The oracle counts in billionths of a token.
     */
    private final class LateWaiters {
        final Random random;
        final long rate;
        final long capacity;
        final TokenBucket bucket;
        final List<Long> taken = new ArrayList<>();
        private final long[] wakeAt;
        private final long most;
        private long billionths;

        /**
         * @param kept time for whose tokens the bucket is expected to have room beside the one that
         *     they wait for
         */
        LateWaiters(long seed, long kept) {
            random = new Random(seed);
            rate = 1 + random.nextLong(1L << random.nextInt(1, 14));
            capacity = 1 + random.nextLong(rate / 50 + 2);
            bucket = new TokenBucket(clock, rate, capacity);
            most = Math.max(SECOND * capacity, SECOND + rate * kept);
            billionths = SECOND * capacity;
            wakeAt = new long[random.nextInt(1, 4)];
            Arrays.fill(wakeAt, now);
        }

        void run(long nanos, long mostLate) {
            for (long end = now + nanos; now < end; ) {
                int next = 0;
                for (int i = 1; i < wakeAt.length; i++) {
                    next = wakeAt[i] < wakeAt[next] ? i : next;
                }
                billionths = Math.min(billionths + rate * (wakeAt[next] - now), most);
                now = wakeAt[next];
                takeLate();
                wakeAt[next] = now + bucket.waitFor(1) + random.nextLong(mostLate + 1);
            }
        }

        private void takeLate() {
            if (wakeAt.length == 1) {
                bucket.endWait();
            }
            while (bucket.tryTake(1)) {
                taken.add(now);
                billionths -= SECOND;
            }
            assertThat(billionths).isBetween(0L, SECOND - 1);
        }

        void assertThatNoSecondHasMoreThanTheRate() {
            int first = 0;
            for (int i = 0; i < taken.size(); i++) {
                while (taken.get(i) - taken.get(first) >= SECOND) {
                    first++;
                }
                assertThat((double) (i - first + 1)).isLessThanOrEqualTo(rate * 1.02 + capacity);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldKeepTheExactRateHoweverLateWaitersAreWithinTheLatenessThatItMakesUpFor(long seed) {
        var waiters = new LateWaiters(seed, 100 * SECOND);
        long start = now;
        waiters.run(20 * SECOND, TokenBucket.LATENESS);
        double exact = (now - start) * (double) waiters.rate / SECOND;
        assertThat((double) waiters.taken.size())
                .as("seed %s", seed)
                .isBetween(exact + waiters.capacity - 1, exact + waiters.capacity);
        waiters.assertThatNoSecondHasMoreThanTheRate();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldLoseOnlyWhatIsBeyondHoweverLateWaitersAre(long seed) {
        var waiters = new LateWaiters(seed, TokenBucket.LATENESS);
        waiters.run(20 * SECOND, 5 * TokenBucket.LATENESS);
        waiters.assertThatNoSecondHasMoreThanTheRate();
        waiters.bucket.endWait();
        now += TokenBucket.LATENESS + waiters.random.nextLong(1000 * SECOND);
        assertThat((long) takeAll(waiters.bucket))
                .as("idle, seed %s", seed)
                .isLessThanOrEqualTo(waiters.capacity);
    }
}
