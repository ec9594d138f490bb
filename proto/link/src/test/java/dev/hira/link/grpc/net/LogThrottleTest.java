package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class LogThrottleTest {
    private long now;
    private final LogThrottle throttle =
            new LogThrottle(LoggerFactory.getLogger(LogThrottleTest.class), () -> now);

    private int passing(int attempts) {
        int passed = 0;
        for (int i = 0; i < attempts; i++) {
            passed += throttle.passes() ? 1 : 0;
        }
        return passed;
    }

    @Test
    void shouldLimitLinesPerPeriodAndResumeLater() {
        assertThat(passing(30_000)).isEqualTo(10);
        now += TimeUnit.SECONDS.toNanos(9);
        assertThat(passing(30_000)).isZero();
        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(passing(30_000)).isEqualTo(10);
    }
}
