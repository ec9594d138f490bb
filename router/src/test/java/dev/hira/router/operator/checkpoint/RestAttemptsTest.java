package dev.hira.router.operator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RestAttemptsTest {
    private final AtomicLong now = new AtomicLong();

    private List<Long> attempts(long limitMillis, boolean several) {
        RestAttempts attempts = new RestAttempts(now::get, Duration.ofMillis(limitMillis), several);
        List<Long> millis = new ArrayList<>();
        do {
            Duration attempt = attempts.next();
            millis.add(attempt.toMillis());
            now.addAndGet(attempt.toNanos());
        } while (!attempts.isLast());
        return millis;
    }

    @Test
    void shouldGetLongerAndUseAllTheTime() {
        assertThat(attempts(2_000, true))
                .containsExactly(100L, 125L, 156L, 195L, 244L, 305L, 381L, 492L);
        assertThat(attempts(120, true)).containsExactly(120L);
    }

    @Test
    void shouldBeOneIfFunctionsMakeNoCalls() {
        assertThat(attempts(30_000, false)).containsExactly(30_000L);
    }

    /** An attempt ends early if it fails for another reason than its limit. */
    @Test
    void shouldNotExceedTheLimitIfAttemptsTakeNoTime() {
        RestAttempts attempts = new RestAttempts(now::get, Duration.ofSeconds(30), true);
        for (int i = 0; i < 1000; i++) {
            assertThat(attempts.next()).isBetween(Duration.ofMillis(100), Duration.ofSeconds(30));
        }
    }
}
