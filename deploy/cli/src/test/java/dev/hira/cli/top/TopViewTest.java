package dev.hira.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmDeviceUsage;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopViewTest {
    private static final Snapshot SNAPSHOT =
            new Snapshot(
                    GetStatusResponse.newBuilder().setVersion("1").setServers(1).build(),
                    List.of(
                            DeviceUsage.newBuilder()
                                    .setName("gpu/0")
                                    .setServing(true)
                                    .setScheduler("fair")
                                    .setUtilization(0.5)
                                    .build()),
                    List.of(vm("blue", 0.75, VmState.VM_STATE_RUNNING), paused()));

    private static Vm vm(String name, double share, VmState state) {
        return Vm.newBuilder()
                .setName(name)
                .setState(state)
                .setGrant(Grant.newBuilder().setShare(3))
                .setUsage(
                        VmUsage.newBuilder()
                                .setUtilization(share)
                                .setCommandsDenied(2)
                                .addDevices(
                                        VmDeviceUsage.newBuilder()
                                                .setDevice("gpu/0")
                                                .setInFlight(1))
                                .addDevices(
                                        VmDeviceUsage.newBuilder()
                                                .setDevice("gpu/1")
                                                .setUtilization(0.5))
                                .addResources(
                                        ResourceUsage.newBuilder()
                                                .setName("device_memory")
                                                .setUnit("bytes")
                                                .setHeld(1 << 20)
                                                .setQuota(2 << 20)))
                .build();
    }

    private static Vm paused() {
        return vm("green", 0, VmState.VM_STATE_PAUSED);
    }

    @Test
    void shouldSortVmsAsAsked() {
        Snapshot three =
                new Snapshot(
                        GetStatusResponse.getDefaultInstance(),
                        List.of(),
                        List.of(used("b", 0.2, 1, 5), used("c", 0.7, 9, 0), used("a", 0.2, 3, 7)));

        assertThat(names(three.in(TopOrder.USE))).containsExactly("c", "a", "b");
        assertThat(names(three.in(TopOrder.MEMORY))).containsExactly("c", "a", "b");
        assertThat(names(three.in(TopOrder.WAITING))).containsExactly("a", "b", "c");
        assertThat(names(three.in(TopOrder.NAME))).containsExactly("a", "b", "c");
        assertThat(TopOrder.ofKey('m')).contains(TopOrder.MEMORY);
        assertThat(TopOrder.ofKey('x')).isEmpty();
    }

    private static Vm used(String name, double share, long bytes, int waiting) {
        return Vm.newBuilder()
                .setName(name)
                .setUsage(
                        VmUsage.newBuilder()
                                .setUtilization(share)
                                .setWaiting(waiting)
                                .addResources(
                                        ResourceUsage.newBuilder().setUnit("bytes").setHeld(bytes)))
                .build();
    }

    private static List<String> names(Snapshot snapshot) {
        return snapshot.vms().stream().map(Vm::getName).toList();
    }

    @Test
    void shouldColourOnlyWhereColoursAreWanted() {
        List<String> lines = TopView.lines(SNAPSHOT, 200, 0);

        assertThat(new TopColors(false).paint(lines)).isEqualTo(lines);
        assertThat(TopColors.of(Map.of("NO_COLOR", "1")).paint(lines)).isEqualTo(lines);
        assertThat(TopColors.of(Map.of("NO_COLOR", "")).paint(lines)).isNotEqualTo(lines);
        List<String> painted = new TopColors(true).paint(lines);
        assertThat(painted).anyMatch(line -> line.startsWith("\u001b[1mDEVICE"));
        assertThat(painted).anyMatch(line -> line.endsWith("\u001b[31m2 denied\u001b[0m"));
        assertThat(painted).anyMatch(line -> line.endsWith("\u001b[33mpaused\u001b[0m"));
        assertThat(painted)
                .as("without the colours")
                .map(line -> line.replaceAll("\u001b\\[\\d+m", ""))
                .isEqualTo(lines);
    }

    @Test
    void shouldDrawBarsOfTheRightLength() {
        assertThat(TopView.bar(0, 20)).startsWith("░".repeat(20)).contains("0.0 %");
        assertThat(TopView.bar(0.5, 20))
                .startsWith("█".repeat(10) + "░".repeat(10))
                .contains("50.0 %");
        assertThat(TopView.bar(7, 8)).as("more than all").startsWith("█".repeat(8));
        assertThat(TopView.bar(0, 8)).hasSameSizeAs(TopView.bar(1, 8));
    }

    @Test
    void shouldShowSharesAndReasons() {
        List<String> lines = TopView.lines(SNAPSHOT, 200, 0);

        assertThat(lines).anyMatch(line -> line.startsWith("gpu/0") && line.contains("fair"));
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("blue")
                                && line.contains("75.0 %")
                                && line.contains("1.0/2.0 MiB")
                                && line.contains(" gpu/1 +1 ")
                                && line.endsWith("2 denied"));
        assertThat(lines).anyMatch(line -> line.startsWith("green") && line.endsWith("paused"));
    }

    @Test
    void shouldKeepTheLastStateOfTheRouter() {
        List<String> lines = TopView.lines(SNAPSHOT, 200, 0);

        List<String> silent = TopView.silent(lines, 30);

        assertThat(silent.getFirst()).isEqualTo("the router does not answer; th");
        assertThat(silent).hasSameSizeAs(lines).anyMatch(line -> line.startsWith("blue"));
    }

    @Test
    void shouldSayWhatHoldsUpOnlyAVmWithSessions() {
        Vm vm = vm("blue", 0, VmState.VM_STATE_RUNNING);
        Reason rate =
                Reason.newBuilder()
                        .setName("rate")
                        .setTime(Duration.newBuilder().setSeconds(3))
                        .build();
        for (int width : new int[] {80, 200}) {
            for (int sessions = 0; sessions < 2; sessions++) {
                VmUsage usage =
                        vm.getUsage().toBuilder().addDelayed(rate).setSessions(sessions).build();
                Snapshot now =
                        new Snapshot(
                                SNAPSHOT.status(),
                                SNAPSHOT.devices(),
                                List.of(vm.toBuilder().setUsage(usage).build()));
                boolean held = sessions > 0;
                assertThat(TopView.lines(now, width, 0))
                        .as("%d sessions", sessions)
                        .anyMatch(l -> l.startsWith("blue ") && l.contains(" rate") == held);
            }
        }
    }

    @Test
    void shouldShowTheEndOfANameThatIsTooLong() {
        Snapshot now =
                new Snapshot(
                        SNAPSHOT.status(),
                        SNAPSHOT.devices(),
                        List.of(vm("department-of-physics/blue", 1, VmState.VM_STATE_RUNNING)));

        assertThat(TopView.lines(now, 200, 0))
                .anyMatch(l -> l.startsWith("…artment-of-physics/blue "))
                .noneMatch(l -> l.contains("department"));
        assertThat(TopView.lines(now, 80, 0)).anyMatch(l -> l.startsWith("…hysics/blue "));
    }

    @Test
    void shouldShowEveryColumnOn80Columns() {
        List<String> lines = TopView.lines(SNAPSHOT, 80, 0);

        assertThat(lines).allMatch(line -> line.length() <= 80);
        assertThat(lines).anyMatch(line -> line.startsWith("VM") && line.endsWith("HELD UP BY"));
        assertThat(lines).anyMatch(line -> line.startsWith("DEVICE") && line.endsWith("MEMORY"));
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("blue")
                                && line.contains("75.0 %")
                                && line.contains("gpu/1 +1")
                                && line.contains("1.0/2.0 MiB")
                                && line.endsWith("2 denied"));
    }

    @Test
    void shouldShowTheWholeNamesOfUsualDevicesAndNotThoseThatAVmHasLeft() {
        Vm.Builder moved = vm("blue", 0.5, VmState.VM_STATE_RUNNING).toBuilder();
        moved.getUsageBuilder()
                .clearDevices()
                .addDevices(VmDeviceUsage.newBuilder().setDevice("server0/0"))
                .addDevices(VmDeviceUsage.newBuilder().setDevice("server1/0").setUtilization(0.5));
        Snapshot now = new Snapshot(SNAPSHOT.status(), List.of(), List.of(moved.build()));
        assertThat(TopView.lines(now, 80, 0)).anyMatch(line -> line.contains(" server1/0  "));

        moved.getUsageBuilder().getDevicesBuilder(0).setInFlight(1);
        now = new Snapshot(SNAPSHOT.status(), List.of(), List.of(moved.build()));
        assertThat(TopView.lines(now, 80, 0)).anyMatch(line -> line.contains(" server1/0 +1 "));
    }

    @Test
    void shouldFitTheTerminal() {
        List<String> lines = TopView.lines(SNAPSHOT, 40, 5);

        assertThat(lines).hasSize(5).allMatch(line -> line.length() <= 40);
    }
}
