package dev.hira.router.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.config.PlacementConfig;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView.Health;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The device that each strategy chooses among those offered. */
final class StrategiesTest {
    private static final int API = 9;
    private static final long GIB = 1L << 30;

    private static DeviceView device(
            int ordinal, long free, long score, int sessions, String... vms) {
        return new DeviceView(
                ordinal,
                Set.of(API),
                "toy",
                8 * GIB,
                free,
                1,
                score,
                sessions,
                Set.of(vms),
                0,
                false,
                false);
    }

    private static ServerView server(String name, DeviceView... devices) {
        return new ServerView(
                name, URI.create("hira://h:1"), Health.SERVING, "", List.of(devices), 0, 0, true);
    }

    private static PlacementDecision place(
            PlacementConfig strategy, int devices, long memory, ServerView... servers) {
        return Strategies.of(strategy)
                .place(new PlacementRequest("vm", API, devices, memory), List.of(servers));
    }

    private static String chosen(PlacementConfig strategy, long memory, ServerView... servers) {
        Placed placed = (Placed) place(strategy, 1, memory, servers);
        return placed.server().name() + placed.ordinals();
    }

    @Test
    void shouldTakeTheDeviceThatTheFewestSessionsSee() {
        assertThat(
                        chosen(
                                PlacementConfig.LEAST_LOADED,
                                0,
                                server("a", device(0, GIB, 1, 2, "x"), device(1, GIB, 1, 1, "y")),
                                server("b", device(0, GIB, 1, 3, "x"))))
                .isEqualTo("a[1]");
    }

    @Test
    void shouldWeighAsPegasusDoes() {
        ServerView fast = server("fast", device(0, 4 * GIB, 100, 2, "x", "y"));
        ServerView slow = server("slow", device(0, 8 * GIB, 20, 0));
        assertThat(chosen(PlacementConfig.PEGASUS, 0, fast, slow)).isEqualTo("slow[0]");
        ServerView freed = server("fast", device(0, 8 * GIB, 100, 2, "x", "y"));
        assertThat(chosen(PlacementConfig.PEGASUS, 0, freed, slow)).isEqualTo("fast[0]");
    }

    @Test
    void shouldTakeADeviceUnderStrainForAFullerOneAsPegasusDoes() {
        ServerView a = server("a", device(0, 8 * GIB, 100, 1, "x"));
        ServerView b = server("b", device(0, 8 * GIB, 100, 2, "y", "z"));
        assertThat(chosen(PlacementConfig.PEGASUS, 0, a, b)).isEqualTo("a[0]");
        ServerView strained = a.strained(device -> device.equals("a/0") ? 2 : 0);
        assertThat(chosen(PlacementConfig.PEGASUS, 0, strained, b)).isEqualTo("b[0]");
    }

    @Test
    void shouldTakeTheSmallestMemoryThatIsEnough() {
        ServerView a = server("a", device(0, 8 * GIB, 1, 0), device(1, 3 * GIB, 1, 0));
        ServerView b = server("b", device(0, 2 * GIB, 1, 0), device(1, GIB, 1, 0));
        assertThat(chosen(PlacementConfig.MEMORY_FIT, 2 * GIB, a, b)).isEqualTo("b[0]");
        assertThat(chosen(PlacementConfig.MEMORY_FIT, 4 * GIB, a, b)).isEqualTo("a[0]");
    }

    @Test
    void shouldRefuseAVmThatFitsNowhereAndSayWhy() {
        NoPlace none =
                (NoPlace)
                        place(
                                PlacementConfig.MEMORY_FIT,
                                1,
                                4 * GIB,
                                server("a", device(0, 2 * GIB, 1, 0)));
        assertThat(none.temporary()).isFalse();
        assertThat(none.reason())
                .contains("the VM 'vm' may hold 4GiB of device memory")
                .contains("the freest device has 2GiB; ask the operator");
    }

    @Test
    void shouldKeepAVmTogetherWhateverOthersDo() {
        assertThat(
                        chosen(
                                PlacementConfig.AFFINITY,
                                0,
                                server("a", device(0, GIB, 1, 0)),
                                server("b", device(0, GIB, 1, 50, "vm", "x"))))
                .isEqualTo("b[0]");
    }

    @Test
    void shouldSpreadVmsNotSessions() {
        assertThat(
                        chosen(
                                PlacementConfig.SPREAD,
                                0,
                                server("a", device(0, GIB, 1, 1, "x"), device(1, GIB, 1, 9, "vm")),
                                server("b", device(0, GIB, 1, 2, "x", "y"))))
                .isEqualTo("a[1]");
    }

    @Test
    void shouldPackWhereThereIsRoom() {
        ServerView a = server("a", device(0, GIB, 1, 9, "x"), device(1, 4 * GIB, 1, 2, "y"));
        ServerView b = server("b", device(0, 8 * GIB, 1, 0));
        assertThat(chosen(PlacementConfig.PACK, 0, a, b)).isEqualTo("a[0]");
        assertThat(chosen(PlacementConfig.PACK, 2 * GIB, a, b)).isEqualTo("a[1]");
    }

    @Test
    void shouldGiveSeveralDevicesOfOneServer() {
        Placed placed =
                (Placed)
                        place(
                                PlacementConfig.LEAST_LOADED,
                                2,
                                0,
                                server("a", device(0, GIB, 1, 0)),
                                server(
                                        "b",
                                        device(0, GIB, 1, 3, "x"),
                                        device(1, GIB, 1, 1, "y"),
                                        device(2, GIB, 1, 2, "z")));
        assertThat(placed.server().name()).isEqualTo("b");
        assertThat(placed.ordinals()).containsExactly(1, 2);
    }
}
