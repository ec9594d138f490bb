package dev.hira.router.operator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a VM used of the time, and what part of the work was its own. */
final class ShareMeterTest {
    private static final long SECOND = 1_000_000_000L;

    private static VmOnDevice use(String device, String vm, long millis) {
        return new VmOnDevice(device, vm, millis * 1_000_000, 0, 0);
    }

    @Test
    void shouldTellTheTimeOfADeviceFromTheWork() {
        ShareMeter meter = new ShareMeter(5 * SECOND);
        meter.sample(0, List.of());
        ShareMeter.Shares alone = meter.shares(SECOND, List.of(use("a/0", "blue", 51)));
        assertThat(alone.of("blue")).isEqualTo(1);
        assertThat(alone.of("blue", "a/0")).isEqualTo(1);
        assertThat(alone.utilizationBy("blue")).isCloseTo(0.051, within(1e-9));
        assertThat(alone.utilizationBy("blue", "a/0")).isEqualTo(alone.utilization("a/0"));
    }

    @Test
    void shouldCountTheWholeTimeOfEachDevice() {
        ShareMeter meter = new ShareMeter(5 * SECOND);
        meter.sample(0, List.of());
        ShareMeter.Shares two =
                meter.shares(
                        SECOND,
                        List.of(
                                use("a/0", "blue", 1000),
                                use("a/1", "blue", 500),
                                use("a/1", "red", 500)));
        assertThat(two.utilizationBy("blue")).isCloseTo(1.5, within(1e-9));
        assertThat(two.utilizationBy("blue", "a/1")).isCloseTo(0.5, within(1e-9));
        assertThat(two.of("blue")).isCloseTo(0.75, within(1e-9));
        assertThat(two.utilizationBy("nosuch")).isZero();
    }
}
