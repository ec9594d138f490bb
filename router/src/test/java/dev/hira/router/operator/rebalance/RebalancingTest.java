package dev.hira.router.operator.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hira.policy.Admission.Delay;
import dev.hira.router.operator.control.VmOnDevice;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.operator.migration.Migrations;
import dev.hira.router.operator.rebalance.Candidates.Candidate;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.session.RouterSession;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.TestControl;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The rebalancer with the sessions of a router. */
@ExtendWith(NoLeaks.class)
final class RebalancingTest {
    private static final long SECOND = 1_000_000_000;

    private final Rig rig =
            new Rig(
                    "hira.router { placement = pack, rebalance.patience = 0,"
                            + " servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},"
                            + "{name = b, uri = \"hira+unix:///nowhere/b\"},"
                            + "{name = c, uri = \"hira+unix:///nowhere/c\"}] }");
    private final TestControl control = new TestControl();
    private final Set<String> migrating = ConcurrentHashMap.newKeySet();
    private final Migrations migrations = new Migrations(rig.services, migrating);
    private final LoadMeter meter = new LoadMeter(rig.services, control);

    @BeforeEach
    void start() {
        rig.moveAtServer();
        rig.pool.lost("c", "down");
    }

    @AfterEach
    void stop() {
        migrations.close();
        rig.close();
    }

    private Peer open(String vm) {
        return rig.open(open -> open.setVm(vm).setDevices(1));
    }

    private void used(String vm, String device, long nanos) {
        control.uses.removeIf(use -> use.vm().equals(vm) && use.device().equals(device));
        control.uses.add(new VmOnDevice(device, vm, nanos, 1, 0));
    }

    private String place(String vm) {
        RouterSession session = rig.registry.of(vm).getFirst();
        return Objects.requireNonNull(session.facts()).device();
    }

    private double load(List<DeviceLoad> loads, String device, String vm) {
        return loads.stream()
                .filter(each -> each.device().equals(device))
                .findFirst()
                .orElseThrow()
                .vms()
                .getOrDefault(vm, Double.NaN);
    }

    private void pumpUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            rig.pump.run();
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldMeasureThePartOfTheTimeInWhichAVmUsesOrAwaitsItsDevice() {
        open("idle");
        open("works");
        Peer waits = open("waits");
        used("works", "a/0", 5 * SECOND);
        used("waits", "a/0", SECOND);
        assertThat(meter.sample()).isEmpty();
        rig.policy.decide(command -> new Delay("queue"));
        waits.send(new Calls(1).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        rig.nanos.addAndGet(2 * SECOND);
        used("works", "a/0", 5 * SECOND + SECOND / 2);
        used("waits", "a/0", SECOND + SECOND / 4);

        List<DeviceLoad> loads = meter.sample().orElseThrow();
        assertThat(loads)
                .extracting(DeviceLoad::device)
                .containsExactly("a/0", "a/1", "b/0", "b/1");
        assertThat(load(loads, "a/0", "idle")).isZero();
        assertThat(load(loads, "a/0", "works")).isCloseTo(0.25, within(1e-6));
        assertThat(load(loads, "a/0", "waits")).as("at most 1").isEqualTo(1);
        assertThat(loads.getFirst().total()).isCloseTo(1.25, within(1e-6));
    }

    @Test
    void shouldCountWorkThatLastsLongerThanTheTimeBetweenLooks() {
        open("works");
        used("works", "a/0", SECOND);
        assertThat(meter.sample()).isEmpty();
        rig.nanos.addAndGet(SECOND);
        assertThat(load(meter.sample().orElseThrow(), "a/0", "works")).isEqualTo(1);
    }

    @Test
    void shouldFindTheDevicesThatCanTakeAVm() {
        MovableVms movable = new MovableVms(rig.services, migrating);
        open("red");
        assertThat(movable.of("red", "a/0").map(Candidate::targets))
                .contains(Set.of("a/0", "a/1", "b/0", "b/1"));
        assertThat(movable.of("red", "a/1")).as("it is not there").isEmpty();
        assertThat(movable.of("green", "a/0")).isEmpty();

        rig.pool.drain("b", true);
        assertThat(movable.of("red", "a/0").map(Candidate::targets)).contains(Set.of("a/0", "a/1"));
        rig.pool.drain("b", false);
        rig.serving("b", List.of(withGranule(0, 1), withGranule(1, 4096)));
        assertThat(movable.of("red", "a/0").map(Candidate::targets))
                .contains(Set.of("a/0", "a/1", "b/0"));

        migrating.add("red");
        assertThat(movable.of("red", "a/0")).isEmpty();
        migrating.clear();
        rig.registry.standings().set("red", VmStanding.PAUSED);
        assertThat(movable.of("red", "a/0")).isEmpty();
        rig.registry.standings().set("red", VmStanding.RUNNING);
        rig.open(open -> open.setVm("red").setDevices(2));
        assertThat(movable.of("red", "a/0")).as("one session sees two devices").isEmpty();
    }

    private static DeviceView withGranule(int ordinal, long granule) {
        return new DeviceView(
                ordinal,
                Set.of(ToyCatalog.API),
                "toy",
                1 << 30,
                1 << 30,
                granule,
                1,
                0,
                Set.of(),
                0,
                false,
                false);
    }

    @Test
    void shouldMoveOneOfTwoBusyVmsAndTellOfIt() {
        open("red");
        open("blue");
        EventQueue events =
                rig.events.watch(
                        new EventFilter("", EnumSet.allOf(EventKind.class)), 100, () -> {});
        Rebalancing rebalancing = new Rebalancing(rig.services, control, migrations, migrating);
        for (int i = 1; i <= 2; i++) {
            used("red", "a/0", i * SECOND);
            used("blue", "a/0", i * SECOND);
            rig.nanos.addAndGet(SECOND);
            rebalancing.look();
        }
        assertThat(migrating).containsExactly("blue");
        rebalancing.look(); // does nothing while the VM moves
        pumpUntil(() -> rig.count("hira.router.rebalancer.moves", "outcome", "moved") == 1);
        assertThat(place("blue")).isEqualTo("a/1");
        assertThat(place("red")).isEqualTo("a/0");
        assertThat(migrating).isEmpty();

        List<RouterEvent> told = events.drain();
        assertThat(told)
                .extracting(RouterEvent::kind)
                .containsExactly(EventKind.REBALANCING, EventKind.VM_MIGRATED);
        assertThat(told.getFirst().device()).isEqualTo("a/0");
        assertThat(told.getFirst().detail())
                .startsWith("blue with load 1.00 and 0 MiB goes to a/1");
        assertThat(told.getLast().reason()).isEqualTo("rebalancer");
    }

    @Test
    void shouldMoveAVmToTheNextServerWhenOneDoesNotTakeIt() {
        List.of("a", "b", "c").forEach(server -> rig.serving(server, 1));
        open("red");
        open("blue");
        List<String> refused = new ArrayList<>();
        rig.atServer((server, control) -> {
            if (control.getOpen().getTakesOver() && refused.size() < 1) {
                refused.add(control.getOpen().getVm());
                server.link().close(new LinkStatus(Cause.REFUSED, "not here"));
            } else {
                Rig.move(server, control);
            }
        });
        Rebalancing rebalancing = new Rebalancing(rig.services, control, migrations, migrating);
        for (int i = 1; i <= 2; i++) {
            used("red", "a/0", i * SECOND);
            used("blue", "a/0", i * SECOND);
            rig.nanos.addAndGet(SECOND);
            rebalancing.look();
        }
        pumpUntil(() -> rig.count("hira.router.rebalancer.moves", "outcome", "moved") == 1);
        assertThat(refused).containsExactly("blue");
        assertThat(rig.count("hira.router.rebalancer.moves", "outcome", "failed")).isEqualTo(1);
        assertThat(place("blue")).isEqualTo("c/0");
        assertThat(place("red")).isEqualTo("a/0");
    }
}
