package dev.hira.server.host.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LoadGaugeTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong(5);
    private final LoadGauge gauge = new LoadGauge(now::get);

    private double after(long nanos, long busyNanos) {
        now.addAndGet(nanos);
        return gauge.update(busyNanos);
    }

    @Test
    void shouldApproachTheUse() {
        assertThat(after(20 * SECOND, 5 * SECOND)).isCloseTo(0.25, within(0.001));
    }

    @Test
    void shouldForgetOlderUse() {
        after(20 * SECOND, 20 * SECOND);
        assertThat(after(2 * SECOND, 20 * SECOND)).isCloseTo(Math.exp(-1), within(0.001));
    }

    @Test
    void shouldNotDependOnHowOftenItIsAsked() {
        LoadGauge once = new LoadGauge(now::get);
        for (int i = 1; i <= 10; i++) {
            after(SECOND / 5, i * SECOND / 10);
        }
        assertThat(gauge.update(SECOND)).isCloseTo(once.update(SECOND), within(0.001));
    }

    @Test
    void shouldNeverBeMoreThanOne() {
        assertThat(after(SECOND, 50 * SECOND)).isLessThanOrEqualTo(1);
    }
}
