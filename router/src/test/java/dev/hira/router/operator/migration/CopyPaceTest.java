package dev.hira.router.operator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.operator.migration.MigrationReport.CopyAhead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CopyPaceTest {
    private static final Duration HOLD = Duration.ofSeconds(2);

    /** Bytes that are copied in a second. */
    private static final double RATE = 1e9;

    private final List<Integer> slowdowns = new ArrayList<>();

    /**
     * Copies the memory of a VM.
     *
     * @param written bytes that the VM writes in a second of its work, at different places
     * @return what is known at the end
     */
    private CopyAhead copy(long memory, double written) {
        CopyPace pace = new CopyPace(HOLD);
        double pending = (double) memory;
        CopyAhead known = CopyAhead.NONE;
        while (pace.goesOn()) {
            int slowdown = pace.begin().slowdown();
            slowdowns.add(slowdown);
            double seconds = pending / RATE;
            double copied = pending;
            pending = Math.min((double) memory, written * seconds / slowdown);
            known = pace.end((long) copied, (long) (seconds * 1e9), (long) pending);
        }
        return known;
    }

    @Test
    void shouldNotSlowDownAVmWhoseWritesCanBeCopied() {
        assertThat(copy(1L << 30, RATE / 2).leftNanos()).isLessThan(6_000_000);
        assertThat(slowdowns).containsOnly(1).hasSizeGreaterThan(5);
    }

    @Test
    void shouldNotSlowDownAVmWhoseRestIsShort() {
        long half = HOLD.toNanos() / 2;
        CopyAhead last = copy((long) (RATE * half / 1e9), 100 * RATE);
        assertThat(last.leftNanos()).isLessThanOrEqualTo(half);
        assertThat(slowdowns).containsExactly(1, 1);
    }

    @Test
    void shouldSlowDownStepByStepUntilTheRestIsShort() {
        CopyAhead last = copy(8L << 30, 2.5 * RATE);
        assertThat(last.leftNanos()).isLessThan(HOLD.toNanos() / 2);
        assertThat(slowdowns).startsWith(1, 1, 2, 4).doesNotContain(8);
        assertThat(last.slowdown()).isEqualTo(4);
    }

    @Test
    void shouldGiveUpAtTheGreatestSlowdown() {
        CopyAhead last = copy(8L << 30, 1000 * RATE);
        assertThat(last.leftNanos()).isGreaterThan(HOLD.toNanos());
        assertThat(slowdowns).containsExactly(1, 1, 2, 4, 8, 16, 32, 64);
    }

    /** A VM that writes at any rate; the rounds end, and the rest is short if it can be. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldEndWithAShortRestWheneverThatIsPossible(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            slowdowns.clear();
            long memory = random.nextLong(1, 64L << 30);
            double written = RATE * Math.pow(2, random.nextDouble(-3, 9));
            CopyAhead last = copy(memory, written);
            String vm = "seed " + seed + ", " + memory + " bytes, " + written + " bytes/s";
            assertThat(slowdowns).as(vm).isSorted().hasSizeLessThan(80);
            boolean possible = written / CopyPace.MOST_SLOWDOWN < RATE * 0.7;
            if (possible) {
                assertThat(last.leftNanos())
                        .as(vm + slowdowns)
                        .isLessThanOrEqualTo(HOLD.toNanos() / 2);
            }
        }
    }
}
