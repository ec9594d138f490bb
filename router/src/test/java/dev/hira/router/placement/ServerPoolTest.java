package dev.hira.router.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.config.PlacementConfig;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ServerPoolTest {
    private static final int API = 9;
    private static final int OTHER = API + 1;

    private final ServerPool pool =
            new ServerPool(
                    List.of(
                            new ServerAddress("a", URI.create("hira://a:1")),
                            new ServerAddress("b", URI.create("hira://b:1"))),
                    Strategies.of(PlacementConfig.LEAST_LOADED));

    private void up(String server, int devices, int maxSessions) {
        List<DeviceView> views = new ArrayList<>();
        for (int i = 0; i < devices; i++) {
            views.add(DeviceView.idle(i, API, "toy", 1));
        }
        views.add(DeviceView.idle(devices, OTHER, "of another API", 1));
        pool.learned(server, new ServerReport(views, maxSessions, false, true));
    }

    private PlacementDecision place(int devices) {
        return pool.place(new PlacementRequest("vm", API, devices, 0));
    }

    private Placed placed(int devices) {
        return (Placed) place(devices);
    }

    @Test
    void shouldSpreadSessionsOverDevicesAndServers() {
        up("a", 2, 0);
        up("b", 1, 0);
        List<String> places = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Placed placed = placed(1);
            places.add(placed.server().name() + placed.ordinals());
        }
        assertThat(places).containsExactly("a[0]", "b[0]", "a[1]", "b[0]", "a[0]", "a[1]");
    }

    @Test
    void shouldGiveAllDevicesOfTheApiWhenNoneAreCounted() {
        up("a", 3, 0);
        assertThat(placed(0).ordinals()).containsExactly(0, 1, 2);
    }

    @Test
    void shouldCountTheSessionsOfAllApisOnADevice() {
        List<DeviceView> shared =
                List.of(device(0, API, OTHER), device(1, API, OTHER), device(2, OTHER));
        pool.learned("a", new ServerReport(shared, 0, false, true));
        assertThat(placed(1).ordinals()).containsExactly(0);
        assertThat(placedOther().ordinals()).as("device 0 is in use").containsExactly(1);
        assertThat(placedOther().ordinals()).containsExactly(2);
        assertThat(placed(0).ordinals()).as("all of the API").containsExactly(0, 1);
        assertThat(pool.views().getFirst().devices().stream().map(DeviceView::sessions))
                .containsExactly(2, 2, 1);
    }

    private Placed placedOther() {
        return (Placed) pool.place(new PlacementRequest("other", OTHER, 1, 0));
    }

    private static DeviceView device(int ordinal, Integer... apis) {
        return new DeviceView(
                ordinal, Set.of(apis), "toy", 1, 1, 1, 1, 0, Set.of(), 0, false, false);
    }

    @Test
    void shouldSkipServersThatAreGoneFullOrTooSmall() {
        up("a", 1, 1);
        up("b", 4, 0);
        assertThat(placed(2).server().name()).isEqualTo("b");
        assertThat(placed(1).server().name()).isEqualTo("a");
        assertThat(placed(1).server().name()).isEqualTo("b");
        pool.lost("b", "killed");
        assertThat(((NoPlace) place(1)).temporary()).isTrue();
    }

    @Test
    void shouldPlaceNewSessionsOfAVmWhereItMovesIfThereIsRoom() {
        up("a", 1, 0);
        up("b", 1, 0);
        pool.moves("vm", "b");
        assertThat(placed(1).server().name()).isEqualTo("b");
        assertThat(placed(1).server().name()).isEqualTo("b");
        pool.lost("b", "killed");
        assertThat(placed(1).server().name()).isEqualTo("a");
        up("b", 1, 0);
        pool.arrived("vm");
        assertThat(placed(1).server().name()).as("the less loaded one").isEqualTo("a");
    }

    @Test
    void shouldSayThatNoServerIsConfigured() {
        ServerPool empty = new ServerPool(List.of(), Strategies.of(PlacementConfig.LEAST_LOADED));
        NoPlace none = (NoPlace) empty.place(new PlacementRequest("vm", API, 1, 0));
        assertThat(none.reason()).contains("no API server is configured", "--server");
        assertThat(none.temporary()).isFalse();
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThat(((NoPlace) place(1)).reason()).contains("none of the router's 2 API servers");
        up("a", 2, 0);
        assertThat(((NoPlace) place(3)).reason()).contains("3 devices").contains("largest has 2");
        PlacementDecision other = pool.place(new PlacementRequest("vm", 77, 1, 0));
        assertThat(((NoPlace) other).reason()).contains("API 77");
    }

    @Test
    void shouldPlaceNothingAtADrainedServer() {
        up("a", 1, 0);
        up("b", 1, 0);
        assertThat(pool.drain("c", true)).isFalse();
        assertThat(pool.drain("a", true)).isTrue();
        up("a", 1, 0);
        assertThat(placed(1).server().name()).as("reports do not end a drain").isEqualTo("b");
        assertThat(placed(1).server().name()).isEqualTo("b");
        ServerView drained = pool.view("a").orElseThrow();
        assertThat(drained.health()).isEqualTo(ServerView.Health.NOT_SERVING);
        assertThat(drained.detail()).isEqualTo("an operator drains it");
        assertThat(((NoPlace) pool.take("a", 0, 1, API, "vm")).reason())
                .contains("'a' takes no sessions now: an operator drains it");
        pool.lost("a", "killed");
        assertThat(pool.view("a").orElseThrow().detail()).isEqualTo("killed");
        up("a", 1, 0);
        pool.drain("a", false);
        assertThat(placed(1).server().name()).isEqualTo("a");
    }

    @Test
    void shouldMoveSessionsOnlyToWhereTheyFit() {
        pool.learned("a", new ServerReport(List.of(roomy(0, 100, 512)), 0, false, false));
        pool.learned("b", new ServerReport(List.of(roomy(0, 50, 512)), 0, false, true));
        assertThat(again(new MoveNeeds(false, 512, 60, Map.of()))).isEqualTo("a");
        assertThat(again(new MoveNeeds(true, 512, 50, Map.of()))).isEqualTo("b");
        assertThat(again(new MoveNeeds(true, 512, 60, Map.of())))
                .as("no server with room maps shared memory, so another one has a mirror of it")
                .isEqualTo("a");
        assertThat(again(new MoveNeeds(true, 512, 160, Map.of())))
                .contains("a: it has no device with 160 bytes of free", "units of 512 bytes");
        assertThat(again(new MoveNeeds(false, 256, 0, Map.of())))
                .startsWith("no API server can take the session: a: it has no device with 0 bytes")
                .contains("; b: it has no device with 0 bytes");
    }

    @Test
    void shouldMoveNoSessionToADeviceThatCannotRestoreIt() {
        pool.learned("a", new ServerReport(List.of(immovable()), 0, false, true));
        up("b", 1, 0);
        MoveNeeds none = new MoveNeeds(false, 0, 0, Map.of());
        assertThat(pool.able(new PlacementRequest("vm", API, 1, 0), none))
                .extracting(ServerView::name)
                .containsExactly("b");
        assertThat(again(none)).isEqualTo("b");
        assertThat(placed(1).server().name()).as("a new session may be there").isEqualTo("a");
        pool.lost("b", "killed");
        assertThat(again(none))
                .isEqualTo(
                        "no API server can take the session: a: sessions cannot be moved to it,"
                                + " because it checks kernels or its driver cannot restore them;"
                                + " b: killed");
    }

    private static DeviceView immovable() {
        return new DeviceView(0, Set.of(API), "toy", 1, 1, 1, 1, 0, Set.of(), 0, false, true);
    }

    @Test
    void shouldNameTheServersThatHaveRefusedASession() {
        up("a", 1, 0);
        up("b", 1, 1);
        assertThat(again(new MoveNeeds(false, 0, 0, Map.of("a", "a call failed")))).isEqualTo("b");
        assertThat(again(new MoveNeeds(false, 0, 0, Map.of("a", "a call failed"))))
                .isEqualTo(
                        "no API server can take the session: a: a call failed; b: it has as many"
                                + " sessions as it takes");
        up("b", 1, 0);
        PlacementRequest wide = new PlacementRequest("vm", API, 2, 0);
        MoveNeeds needs = new MoveNeeds(false, 0, 0, Map.of("a", "a call failed"));
        assertThat(((NoPlace) pool.placeAgain(wide, needs)).reason())
                .contains("no API server has 2 devices")
                .endsWith("; a: a call failed");
    }

    private String again(MoveNeeds needs) {
        return switch (pool.placeAgain(new PlacementRequest("vm", API, 1, 0), needs)) {
            case Placed placed -> placed.server().name();
            case NoPlace none -> none.reason();
        };
    }

    private static DeviceView roomy(int ordinal, long free, long granule) {
        return new DeviceView(
                ordinal, Set.of(API), "toy", 100, free, granule, 1, 0, Set.of(), 0, false, false);
    }

    @Test
    void shouldCountExactlyUnderRandomPlacingAndReleasing() {
        up("a", 3, 0);
        up("b", 2, 0);
        var random = new Random(99);
        List<Placed> held = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            if (held.isEmpty() || random.nextInt(3) != 0) {
                held.add(placed(random.nextInt(3)));
            } else {
                pool.release(held.remove(random.nextInt(held.size())), "vm");
            }
        }
        int sessions = pool.views().stream().mapToInt(ServerView::sessions).sum();
        assertThat(sessions).isEqualTo(held.size());
        held.forEach(place -> pool.release(place, "vm"));
        for (ServerView view : pool.views()) {
            assertThat(view.sessions()).isZero();
            assertThat(view.devices()).allMatch(d -> d.sessions() == 0);
        }
    }

    @Test
    void shouldCallServersByTheirOwnNamesWhereTheConfigurationHasNone() {
        ServerPool some =
                new ServerPool(
                        List.of(
                                new ServerAddress("hira://c:1", URI.create("hira://c:1")),
                                new ServerAddress("hira://d:1", URI.create("hira://d:1")),
                                new ServerAddress("given", URI.create("hira://e:1"))),
                        Strategies.of(PlacementConfig.LEAST_LOADED));
        assertThat(some.named("hira://c:1", "gpus")).isEqualTo("gpus");
        assertThat(some.named("hira://c:1", "other")).as("settled").isEqualTo("gpus");
        assertThat(some.named("hira://d:1", "gpus")).as("is taken").isEqualTo("hira://d:1");
        assertThat(some.named("given", "own")).isEqualTo("given");

        var report = new ServerReport(views(), 0, false, true);
        some.learned("hira://c:1", report);
        var place = (Placed) some.place(new PlacementRequest("vm", API, 1, 0));
        assertThat(place.server().name()).isEqualTo("gpus");
        assertThat(some.views().getFirst().sessions()).isEqualTo(1);
        some.release(place, "vm");
        assertThat(some.views().getFirst().sessions()).isZero();
    }

    private static List<DeviceView> views() {
        return List.of(DeviceView.idle(0, API, "toy", 1));
    }
}
