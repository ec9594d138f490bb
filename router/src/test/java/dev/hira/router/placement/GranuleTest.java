package dev.hira.router.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView.Health;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GranuleTest {
    private static DeviceView device(int ordinal, long granule) {
        return new DeviceView(
                ordinal, Set.of(1), "toy", 1 << 30, 1 << 30, granule, 1, 0, Set.of(), 0, false,
                false);
    }

    private static Placed placed(Integer... ordinals) {
        List<DeviceView> devices = List.of(device(0, 512), device(1, 2 << 20), device(2, 4096));
        return new Placed(
                new ServerView(
                        "server",
                        URI.create("hira://server:1"),
                        Health.SERVING,
                        "",
                        devices,
                        0,
                        0,
                        false),
                List.of(ordinals));
    }

    @Test
    void shouldBeTheLargestOfTheSessionsDevices() {
        assertThat(placed(0).granule()).isEqualTo(512);
        assertThat(placed(0, 2).granule()).isEqualTo(4096);
        assertThat(placed(2, 1).granule()).isEqualTo(2 << 20);
    }

    @Test
    void shouldBeAPowerOfTwo() {
        assertThatThrownBy(() -> device(0, 768))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("768");
    }
}
