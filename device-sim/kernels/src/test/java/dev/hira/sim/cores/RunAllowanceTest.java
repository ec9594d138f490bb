package dev.hira.sim.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts towards the time limit of a kernel. */
final class RunAllowanceTest {
    private static final long SECOND = 1_000_000_000;

    private final Thread one = Thread.ofPlatform().unstarted(() -> {});
    private final Thread two = Thread.ofPlatform().unstarted(() -> {});
    private final Map<Thread, Long> processor = new HashMap<>(Map.of(one, 0L, two, 0L));
    private final AtomicLong limit = new AtomicLong(10 * SECOND);
    private long now;

    private RunAllowance allowance(long ran) {
        return new RunAllowance(limit::get, processor::get, now, ran);
    }

    private void executes(Thread thread, long nanos) {
        processor.merge(thread, nanos, Long::sum);
    }

    @Test
    void shouldNotCountTheTimeOfOtherProcesses() {
        RunAllowance allowance = allowance(0);
        for (int i = 0; i < 99; i++) {
            now += SECOND;
            executes(one, SECOND / 10);
            assertThat(allowance.accountAndCheck(now, List.of(one), false)).as("%d s", i).isNull();
        }
        now += SECOND;
        executes(one, SECOND / 10);
        assertThat(allowance.accountAndCheck(now, List.of(one), false))
                .contains("longer than 10000 ms");
    }

    @Test
    void shouldNotCountATimeInWhichTheProcessWasStopped() {
        RunAllowance allowance = allowance(0);
        now += 1_000 * SECOND;
        executes(one, SECOND);
        assertThat(allowance.accountAndCheck(now, List.of(one), false)).isNull();
        assertThat(allowance.ranNanos()).isEqualTo(SECOND);
    }

    @Test
    void shouldCountTheTimeOfEarlierParts() {
        RunAllowance allowance = allowance(9 * SECOND);
        now += SECOND;
        executes(one, SECOND);
        assertThat(allowance.accountAndCheck(now, List.of(one), false)).contains("its time limit");
    }

    @Test
    void shouldFollowAChangedLimit() {
        RunAllowance allowance = allowance(0);
        now += 5 * SECOND;
        executes(one, 5 * SECOND);
        assertThat(allowance.accountAndCheck(now, List.of(one), false)).isNull();
        limit.set(4 * SECOND);
        assertThat(allowance.accountAndCheck(now, List.of(one), false))
                .contains("longer than 4000 ms");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldCountTheTimeOfItsBusiestThread(long seed) {
        Random random = new Random(seed);
        limit.set(Long.MAX_VALUE);
        RunAllowance allowance = allowance(0);
        now += SECOND;
        executes(one, SECOND);
        executes(two, SECOND);
        allowance.accountAndCheck(now, List.of(one, two), false);
        long expected = SECOND;
        for (int i = 0; i < 1_000; i++) {
            long wall = random.nextLong(1, SECOND);
            now += wall;
            List<Thread> seated = new ArrayList<>();
            long most = 0;
            for (Thread thread : List.of(one, two)) {
                if (random.nextInt(4) > 0) {
                    long own = random.nextLong(wall + 1);
                    executes(thread, own);
                    seated.add(thread);
                    most = Math.max(most, own);
                }
            }
            expected += most;
            assertThat(allowance.accountAndCheck(now, seated, false)).isNull();
            assertThat(allowance.ranNanos()).as("seed %d, step %d", seed, i).isEqualTo(expected);
        }
    }
}
