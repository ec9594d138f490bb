package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.Tenant;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The calls of a gate to its scheduler, and its accounts of VMs. */
final class GateBooksTest {
    private static final long SECOND = 1_000_000_000;
    private static final GateSettings SETTINGS = new GateSettings(1_000, 1, 100, 8, SECOND);

    private final SimClock clock = new SimClock();
    private final List<String> told = new ArrayList<>();
    private final List<String> resumed = new ArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final DeviceGate gate = gate(SETTINGS);

    private DeviceGate gate(GateSettings settings) {
        return new DeviceGate("d", settings, clock, clock, new Recorder(told));
    }

    private GateFlow join(TestTenant vm) {
        return gate.join(vm, "", () -> resumed.add(vm.name()));
    }

    private GateFlow join(String vm) {
        return join(new TestTenant(vm));
    }

    private Ticket sent(GateFlow flow, long estimate) {
        return Objects.requireNonNull(gate.ask(flow, estimate));
    }

    private List<String> toldSince() {
        List<String> since = List.copyOf(told);
        told.clear();
        return since;
    }

    private DeviceUse.VmUse vm(int place) {
        return gate.use().vms().get(place);
    }

    @Test
    void shouldTellTheSchedulerOfEachCommandInOrder() {
        clock.runUntil(7);
        GateFlow flow = join("a");
        Ticket ticket = sent(flow, 500);
        gate.done(ticket, 700);
        assertThat(toldSince())
                .containsExactly(
                        "joined a",
                        "changed a",
                        "waits a 500 since 7",
                        "changed a",
                        "granted a 500, 1 in flight",
                        "done a 500 700, 0 in flight");
        assertThat(flow.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldTellTheSchedulerOfTimeThatWasNotAskedFor() {
        GateFlow flow = join("a");
        toldSince();
        gate.charge(flow, 700);
        assertThat(toldSince())
                .containsExactly(
                        "waits a 0 since 0",
                        "granted a 0, 1 in flight",
                        "done a 0 700, 0 in flight");
        assertThat(vm(0).nanos()).isEqualTo(700);
        assertThat(gate.use().nanos()).isEqualTo(700);
    }

    @Test
    void shouldTellTheSchedulerOfTimeWhenNoCommandWaitsAnyMore() {
        GateFlow flow = join("a");
        Ticket ticket = sent(flow, 5_000);
        assertThat(gate.ask(flow, 100)).isNull();
        toldSince();
        gate.charge(flow, 400);
        gate.charge(flow, 300);
        assertThat(told).as("a command waits").doesNotContain("done a 0 400, 1 in flight");
        assertThat(vm(0).nanos()).isEqualTo(700);
        assertThat(gate.use().nanos()).isEqualTo(700);
        gate.done(ticket, 5_000);
        assertThat(toldSince())
                .endsWith(
                        "granted a 100, 1 in flight",
                        "waits a 0 since 0",
                        "granted a 0, 2 in flight",
                        "done a 0 700, 1 in flight");
        assertThat(gate.use().nanos()).isEqualTo(5_700);
    }

    @Test
    void shouldTellTheSchedulerOfTimeWhenTheWaitingCommandIsWithdrawn() {
        GateFlow flow = join("a");
        sent(flow, 5_000);
        assertThat(gate.ask(flow, 100)).isNull();
        gate.charge(flow, 700);
        toldSince();
        gate.withdraw(flow);
        assertThat(toldSince())
                .containsSubsequence(
                        "waits a 0 since 0",
                        "granted a 0, 2 in flight",
                        "done a 0 700, 1 in flight");
    }

    @Test
    void shouldTellANewSchedulerThePresentState() {
        GateFlow a = join("a");
        GateFlow b = join("b");
        Ticket stalled = sent(a, 500);
        assertThat(gate.ask(b, 5_000)).isNotNull();
        gate.ask(b, 300);
        clock.runUntil(SECOND);
        a.note("former");
        resumed.clear();
        List<String> toOther = new ArrayList<>();

        gate.useScheduler(new Recorder(toOther));

        assertThat(toOther.subList(0, 2)).containsExactlyInAnyOrder("joined a", "joined b");
        assertThat(toOther).contains("waits b 300 since 0", "granted b 5000, 1 in flight");
        assertThat(toOther).contains("granted a 500, 1 in flight");
        assertThat(a.note()).isNull();
        toOther.clear();
        gate.done(stalled, 800);
        assertThat(toOther).contains("done a 500 800, 0 in flight");
    }

    @Test
    void shouldLetAnotherGoWhenOneLeaves() {
        GateFlow a = join("a");
        GateFlow b = join("b");
        Ticket running = sent(a, 50_000);
        assertThat(gate.ask(a, 10)).isNull();
        assertThat(gate.ask(b, 10)).isNull();
        clock.runUntil(30_000);
        toldSince();

        gate.leave(a, List.of(running));

        assertThat(toldSince())
                .containsSubsequence("withdrawn a", "done a 50000 50000, 0 in flight", "left a");
        assertThat(resumed).containsExactly("b");
        assertThat(gate.use().waiting()).isZero();
    }

    @Test
    void shouldChargeALeavingVmItsEstimates() {
        GateFlow a = join("a");
        sent(join("b"), 10);
        Ticket first = sent(a, 500);
        Ticket second = sent(a, 400);
        clock.runUntil(30_000);
        gate.leave(a, List.of(second, first));
        assertThat(vm(0).nanos()).as("neither has begun").isEqualTo(900);
    }

    @Test
    void shouldChargeALeavingVmForRunningWork() {
        GateFlow alone = join("a");
        clock.runUntil(100_000);
        Ticket running = sent(alone, 500);
        clock.runUntil(130_000);
        gate.leave(alone, List.of(running));
        assertThat(vm(0).nanos()).isEqualTo(30_000);
    }

    @Test
    void shouldChargeALeavingVmOnlyUntilTheLastReportOfWorkThatWaits() {
        GateFlow waiting = join("a");
        Ticket behindAnEvent = sent(waiting, 500);
        clock.runUntil(6 * SECOND);
        gate.leave(waiting, List.of(behindAnEvent));
        assertThat(vm(0).nanos()).as("it was never reported running").isEqualTo(500);
        GateFlow reported = join("b");
        Ticket paused = sent(reported, 500);
        clock.runUntil(6 * SECOND + 40_000);
        gate.heardOf(paused);
        clock.runUntil(9 * SECOND);
        gate.leave(reported, List.of(paused));
        assertThat(vm(1).nanos()).as("it was reported running once").isEqualTo(40_000);
    }

    @Test
    void shouldForgetVmsWithoutSessionsBeyondTenThousandButNotTheirDebts() {
        TestTenant debtor = new TestTenant("debtor");
        debtor.cap = 1_000;
        GateFlow owing = join(debtor);
        gate.charge(owing, SECOND);
        gate.leave(owing, List.of());
        join("present");
        for (int i = 2; i < 10_000; i++) {
            gate.leave(join("vm" + i), List.of());
        }
        assertThat(gate.use().vms()).hasSize(10_000);
        gate.leave(join("one more"), List.of());
        gate.leave(join("still one more"), List.of());
        assertThat(gate.use().vms())
                .hasSize(10_000)
                .extracting(DeviceUse.VmUse::vm)
                .contains("debtor", "present", "vm4", "one more", "still one more")
                .doesNotContain("vm2", "vm3");
        gate.leave(join("vm4"), List.of());
        gate.leave(join("vm2"), List.of());
        assertThat(gate.use().vms())
                .extracting(DeviceUse.VmUse::vm)
                .contains("vm2", "vm4")
                .doesNotContain("vm5");
        clock.runUntil(2_000_000 * SECOND);
        for (int i = 0; i < 10_000; i++) {
            gate.leave(join("new" + i), List.of());
        }
        assertThat(gate.use().vms())
                .hasSize(10_000)
                .extracting(DeviceUse.VmUse::vm)
                .contains("present")
                .doesNotContain("debtor", "vm2");
    }

    @Test
    void shouldLookAtFewVmsWhenASessionLeaves() {
        for (int i = 0; i < 11_000; i++) {
            TestTenant debtor = new TestTenant("debtor" + i);
            debtor.cap = 1_000;
            GateFlow owing = join(debtor);
            gate.charge(owing, SECOND);
            debtor.looks = looks;
            gate.leave(owing, List.of());
        }
        assertThat(gate.use().vms()).hasSize(11_000);
        looks.set(0);
        gate.leave(join("a"), List.of());
        assertThat(looks).as("VMs that were looked at").hasValueLessThan(4);
    }

    @Test
    void shouldRememberAVmWithAnotherSession() {
        GateFlow one = join("a");
        join("a");
        gate.leave(one, List.of());
        for (int i = 0; i <= 10_000; i++) {
            gate.leave(join("vm" + i), List.of());
        }
        assertThat(gate.use().vms()).extracting(DeviceUse.VmUse::vm).contains("a");
    }

    @Test
    void shouldHoldACapByWhatWasMeasured() {
        TestTenant vm = new TestTenant("a");
        vm.cap = SECOND / 2;
        GateFlow flow = join(vm);
        gate.done(sent(flow, 100), 20_000_000);
        assertThat(gate.ask(flow, 100)).isNull();
        assertThat(flow.isCapped()).isTrue();
        clock.runUntil(29_000_000);
        assertThat(resumed).isEmpty();
        clock.runUntil(30_100_000);
        assertThat(resumed).as("a hundredth of a second's worth is a burst").containsExactly("a");
        Ticket next = Objects.requireNonNull(gate.ask(flow, 100));
        assertThat(flow.isCapped()).isFalse();
        gate.done(next, 100);
    }

    @Test
    void shouldGiveBackToACapWhatWasNotUsed() {
        TestTenant vm = new TestTenant("a");
        vm.cap = SECOND / 2;
        GateFlow flow = join(vm);
        gate.done(sent(flow, 20_000_000), 10);
        assertThat(gate.ask(flow, 100)).isNotNull();
    }

    @Test
    void shouldLookAgainWhenACapHasChanged() {
        TestTenant vm = new TestTenant("a");
        vm.cap = 1_000;
        GateFlow flow = join(vm);
        gate.done(sent(flow, 100), 20_000_000);
        assertThat(gate.ask(flow, 100)).isNull();
        toldSince();
        vm.cap = Long.MAX_VALUE;
        gate.changed();
        assertThat(resumed).containsExactly("a");
        assertThat(toldSince()).contains("changed a");
    }

    @Test
    void shouldFollowACapThatIsLowered() {
        TestTenant vm = new TestTenant("a");
        vm.cap = SECOND;
        GateFlow flow = join(vm);
        gate.done(sent(flow, 100), 100);
        vm.cap = SECOND / 1_000;
        gate.changed();
        gate.done(sent(flow, 100), 1_010_000);
        assertThat(gate.ask(flow, 100)).isNull();
        clock.runUntil(SECOND * 99 / 100);
        assertThat(resumed).as("it had a burst of 10 us").isEmpty();
        clock.runUntil(SECOND * 102 / 100);
        assertThat(resumed).containsExactly("a");
    }

    @Test
    void shouldBoundTheCommandsOfAllAtTheDevice() {
        DeviceGate narrow = gate(new GateSettings(1_000, 1, 2, 8, SECOND));
        GateFlow a = narrow.join(new TestTenant("a"), "", () -> resumed.add("a"));
        GateFlow b = narrow.join(new TestTenant("b"), "", () -> resumed.add("b"));
        Ticket first = Objects.requireNonNull(narrow.ask(a, 1));
        assertThat(first.hasRoomFor(1, 1)).isTrue();
        assertThat(first.hasRoomFor(2, 1)).isFalse();
        Ticket second = Objects.requireNonNull(narrow.ask(b, 1));
        assertThat(second.hasRoomFor(1, 1)).isFalse();
        assertThat(narrow.ask(a, 1)).isNull();
        assertThat(a.isCapped()).isFalse();
        clock.runUntil(5_000);
        assertThat(resumed).isEmpty();
        narrow.done(second, 1);
        assertThat(resumed).containsExactly("a");
    }

    @Test
    void shouldSendNothingBehindAWholeSliceThatIsQueued() {
        GateFlow flow = join("a");
        sent(flow, 999);
        clock.runUntil(1);
        sent(flow, 1_000);
        assertThat(gate.ask(flow, 1)).isNull();
        clock.runUntil(100_000);
        assertThat(resumed).isEmpty();
    }

    @Test
    void shouldCountCommandsThatShareATicket() {
        GateFlow flow = join("a");
        Ticket ticket = sent(flow, 10);
        assertThat(ticket.hasRoomFor(7, 49_990)).isTrue();
        assertThat(ticket.hasRoomFor(8, 10)).as("more than the VM may have").isFalse();
        assertThat(ticket.hasRoomFor(7, 49_991)).as("more than is short").isFalse();
        gate.addTo(ticket, 5, 50);
        assertThat(flow.inFlight()).isEqualTo(6);
        assertThat(vm(0).inFlight()).isEqualTo(6);
        assertThat(ticket.hasRoomFor(1, 1)).isFalse();
        Ticket next = sent(flow, 10);
        assertThat(next.hasRoomFor(1, 1)).isTrue();
        assertThat(next.hasRoomFor(2, 1)).isFalse();
        gate.addTo(next, 1, 10);
        assertThat(gate.ask(flow, 10)).isNull();
        gate.withdraw(flow);
        gate.done(ticket, 60);
        assertThat(flow.inFlight()).isEqualTo(2);
        assertThat(vm(0).inFlight()).isEqualTo(2);
    }

    @Test
    void shouldHoldWhatWaitsWhenOthersOfItsVmShareATicket() {
        GateFlow one = join("a");
        GateFlow two = join("a");
        Ticket ticket = sent(one, 5_000);
        assertThat(gate.ask(two, 10)).isNull();
        gate.addTo(ticket, 7, 70);
        clock.runUntil(100_000);
        assertThat(resumed).as("the VM has all that it may have").isEmpty();
        gate.done(ticket, 80);
        assertThat(resumed).containsExactly("a");
    }

    @Test
    void shouldChargeACapForWhatSharesATicket() {
        TestTenant vm = new TestTenant("a");
        vm.cap = SECOND / 1_000;
        GateFlow flow = join(vm);
        Ticket ticket = sent(flow, 10_000);
        gate.addTo(ticket, 2, 20_000);
        assertThat(gate.ask(flow, 10)).isNull();
        assertThat(flow.isCapped()).isTrue();
        gate.done(ticket, 30_000);
        clock.runUntil(19_000_000);
        assertThat(resumed).isEmpty();
        clock.runUntil(21_000_000);
        assertThat(resumed).containsExactly("a");
    }

    @Test
    void shouldCountWhatSharesAStalledTicket() {
        GateFlow flow = join("a");
        Ticket ticket = sent(flow, 10);
        GateFlow other = join("b");
        clock.runUntil(SECOND);
        gate.done(sent(other, 10), 10);
        assertThat(vm(0).inFlight()).isZero();
        gate.addTo(ticket, 3, 30);
        assertThat(vm(0).inFlight()).isZero();
        gate.heardOf(ticket);
        assertThat(vm(0).inFlight()).isEqualTo(4);
        assertThat(gate.use().inFlight()).isEqualTo(4);
        gate.done(ticket, 40);
        assertThat(vm(0).inFlight()).isZero();
        assertThat(gate.use().inFlight()).isZero();
    }

    @Test
    void shouldLeaveRoomInTheWindowOfAVmNeitherByStallingNorByGoingOn() {
        GateFlow flow = join("a");
        Ticket first = sent(flow, 10);
        GateFlow other = join("b");
        clock.runUntil(SECOND);
        gate.done(sent(other, 10), 10);
        List<Ticket> more = new ArrayList<>();
        for (Ticket t = gate.ask(flow, 10); t != null; t = gate.ask(flow, 10)) {
            more.add(t);
        }
        assertThat(more).hasSize(7);
        gate.heardOf(first);
        assertThat(vm(0).inFlight()).isEqualTo(8);
    }

    @Test
    void shouldWaitAsLongAgainForWorkThatStallsAfterASecond() {
        DeviceGate brisk = gate(new GateSettings(1_000, 1, 100, 8, 10_000));
        GateFlow flow = brisk.join(new TestTenant("a"), "", () -> resumed.add("a"));
        brisk.ask(flow, 20_000);
        brisk.ask(flow, 20_000);
        clock.runUntil(10_000);
        assertThat(resumed).hasSize(1);
        brisk.ask(flow, 20_000);
        brisk.ask(flow, 20_000);
        clock.runUntil(14_999);
        assertThat(resumed).hasSize(1);
        clock.runUntil(15_000);
        assertThat(resumed).as("half as long").hasSize(2);

        clock.runUntil(2 * SECOND);
        brisk.withdraw(flow);
        GateFlow other = brisk.join(new TestTenant("b"), "", () -> resumed.add("b"));
        resumed.clear();
        brisk.ask(flow, 20_000);
        brisk.ask(other, 20_000);
        clock.runUntil(2 * SECOND + 9_999);
        assertThat(resumed).isEmpty();
        clock.runUntil(2 * SECOND + 10_000);
        assertThat(resumed).containsExactly("b");
    }

    @Test
    void shouldNotStartQueuedWorkWhenResumedWorkEnds() {
        GateFlow flow = join("a");
        Ticket first = sent(flow, 10);
        GateFlow other = join("b");
        clock.runUntil(SECOND);
        Ticket second = sent(other, 5_000);
        gate.heardOf(first);
        Ticket third = sent(other, 900);
        gate.done(first, 10);
        assertThat(gate.ask(flow, 200)).as("900 are queued behind 5,000").isNull();
        clock.runUntil(SECOND + 4_899);
        assertThat(resumed).isEmpty();
        clock.runUntil(SECOND + 4_901);
        assertThat(resumed).containsExactly("a");
        gate.done(second, 5_000);
        gate.done(third, 900);
    }

    @Test
    void shouldPassOnHowStrainedADeviceIs() {
        assertThat(gate.strain()).isEqualTo(3);
    }

    @Test
    void shouldSayWhatAGateNeeds() {
        assertThat(new GateSettings(1, 1, 1, 1, 1)).isEqualTo(new GateSettings(1, 1, 1, 1, 1));
        assertThat(SETTINGS.withSlice(5)).isEqualTo(new GateSettings(5, 1, 100, 8, SECOND));
        assertThat(SETTINGS.withWidth(5)).isEqualTo(new GateSettings(1_000, 5, 100, 8, SECOND));
        long[][] wrong = {
            {0, 1, 1, 1, 1}, {1, 0, 1, 1, 1}, {1, 2, 1, 1, 1}, {1, 1, 1, 0, 1}, {1, 1, 1, 1, 0}
        };
        for (long[] w : wrong) {
            assertThatThrownBy(
                            () -> new GateSettings(w[0], (int) w[1], (int) w[2], (int) w[3], w[4]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a gate needs a slice and counts of at least 1");
        }
    }

    /** Picks the flow that waits first and records all calls. */
    private record Recorder(List<String> told) implements Scheduler {
        private void tell(String what, Flow flow, String rest) {
            told.add(what + " " + flow.tenant().name() + rest);
        }

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public void joined(Flow flow, long now) {
            tell("joined", flow, "");
        }

        @Override
        public void left(Flow flow, long now) {
            tell("left", flow, "");
        }

        @Override
        public void waits(Flow flow, long now) {
            tell("waits", flow, " " + flow.head() + " since " + flow.waitingSince());
        }

        @Override
        public void withdrawn(Flow flow, long now) {
            tell("withdrawn", flow, "");
        }

        @Override
        public void mayChanged(Tenant vm) {
            told.add("changed " + vm.name());
        }

        @Override
        public @Nullable Flow pick(Eligible eligible, long now) {
            return eligible.get(0);
        }

        @Override
        public void granted(Flow flow, long estimate, long now) {
            tell("granted", flow, " " + estimate + ", " + flow.inFlight() + " in flight");
        }

        @Override
        public void done(Flow flow, long estimate, long measured, long now) {
            tell(
                    "done",
                    flow,
                    " " + estimate + " " + measured + ", " + flow.inFlight() + " in flight");
        }

        @Override
        public long wakeAt(long now) {
            return Long.MAX_VALUE;
        }

        @Override
        public int strain() {
            return 3;
        }
    }
}
