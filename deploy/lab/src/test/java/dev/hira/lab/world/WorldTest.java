package dev.hira.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Recorder.DeviceWork;
import dev.hira.sim.profile.Profiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorldTest {
    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"none", "fair", "disengaged-fair", "wfq-feedback"})
    void shouldGiveTheSameNanosecondsEachTime(String scheduler) {
        assertThat(work(scheduler, 7)).isNotEmpty().isEqualTo(work(scheduler, 7));
    }

    @Test
    void shouldGiveOthersWithAnotherSeed() {
        assertThat(work("none", 7)).isNotEqualTo(work("none", 8));
    }

    @Test
    void shouldLetADeviceRunOneKernelAtATime() {
        List<DeviceWork> work = work("fair", 3);

        for (int i = 1; i < work.size(); i++) {
            assertThat(work.get(i).begin()).isGreaterThanOrEqualTo(work.get(i - 1).end());
        }
    }

    @Test
    void shouldMakeAnIterationTakeItsHopsItsCallAndItsKernel() {
        try (World world = new World(plan("none", 1))) {
            world.add("vm", GuestWorkload.synchronous("g", Duration.millis(1)).iterations(3));
            world.run(SECOND);

            long hops = 4 * Costs.DEFAULT.hop();
            long expected = hops + Costs.DEFAULT.call() + 1_000_000;
            assertThat(world.recorder().trace("g").iterations()).isEqualTo(3);
            assertThat(world.recorder().trace("g").meanIteration()).isEqualTo((double) expected);
        }
    }

    @Test
    void shouldSlowKernelsDownByThePenaltyWhenAnotherWaits() {
        Costs costs = Costs.DEFAULT.withPenalty(0.5);
        WorldPlan plan =
                new WorldPlan(
                        1,
                        1,
                        Profiles.DEFAULT,
                        costs,
                        Policies.tenants("none", Map.of(), Map.of()),
                        1);
        try (World world = new World(plan)) {
            world.add("a", GuestWorkload.eager("a", Duration.millis(2)));
            world.add("b", GuestWorkload.eager("b", Duration.millis(2)));
            world.run(SECOND);

            List<DeviceWork> work = world.recorder().work();
            DeviceWork late = work.get(work.size() / 2);
            assertThat(late.end() - late.begin()).isGreaterThanOrEqualTo(3_000_000);
        }
    }

    private static List<DeviceWork> work(String scheduler, long seed) {
        try (World world = new World(plan(scheduler, seed))) {
            world.add("a", GuestWorkload.eager("a", new Duration(100_000, 3_000_000)));
            world.add("b", GuestWorkload.eager("b", new Duration(1_000_000, 9_000_000)));
            world.add(
                    "c",
                    GuestWorkload.synchronous("c", new Duration(10_000, 90_000))
                            .think(new Duration(0, 2_000_000)));
            world.run(SECOND);
            return List.copyOf(world.recorder().work());
        }
    }

    private static WorldPlan plan(String scheduler, long seed) {
        return new WorldPlan(
                1,
                1,
                Profiles.DEFAULT,
                Costs.DEFAULT,
                Policies.tenants(scheduler, Map.of(), Map.of()),
                seed);
    }
}
