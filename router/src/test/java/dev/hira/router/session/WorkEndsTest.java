package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.Overrun;
import dev.hira.wire.v1.Running;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers' reports about work at devices, and their effect on the policy. */
@ExtendWith(NoLeaks.class)
final class WorkEndsTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open(o -> o.setVm("vm"));
    private final Peer server = rig.server();

    private void ended(long call, int device, long nanos) {
        server.send(new Calls().done(call, device, nanos).frame(FrameLayout.AUDIENCE_HOP));
        rig.pump.run();
    }

    private void work(int count) {
        Calls calls = new Calls();
        for (int i = 0; i < count; i++) {
            calls.call(ToyCatalog.WORK, false, 70, 0);
        }
        guest.send(calls.frame());
        rig.pump.run();
    }

    private String howTheServerBroke() {
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(rig.policy.inFlight()).isZero();
        return guest.status().message();
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void shouldTellThePolicyOfTheEndOfEveryWork() {
        work(2);
        assertThat(rig.policy.inFlight()).isEqualTo(2);
        ended(2, 1, 500);
        ended(1, 0, 0);
        assertThat(rig.policy.told())
                .containsExactly("call 2 took 500 of device 1", "call 1 took 0 of device 0");
        assertThat(rig.policy.inFlight()).isZero();
        assertThat(guest.records()).isEmpty();
    }

    @Test
    void shouldTellThePolicyWhatTheDevicesAreAt() {
        work(2);
        server.send(Control.newBuilder().setRunning(Running.newBuilder().addCalls(2).addCalls(1)));
        rig.pump.run();
        assertThat(rig.policy.told()).containsExactly("call 2 is running", "call 1 is running");
        assertThat(guest.records()).isEmpty();
    }

    @Test
    void shouldShowWhatTheDevicesDidForASession() {
        work(3);
        ended(1, 0, 40);
        ended(3, 0, 2);
        SessionView facts = Objects.requireNonNull(rig.registry.all().getFirst().facts());
        assertThat(facts.counters().deviceNanos()).isEqualTo(42);
        assertThat(facts.counters().inFlight()).isEqualTo(1);
    }

    @Test
    void shouldTellThePolicyWhatKernelsAreCalled() {
        server.send(
                Control.newBuilder()
                        .setIdentified(
                                Identified.newBuilder()
                                        .addNames(70)
                                        .addDevices(1)
                                        .addCodes(-5)
                                        .addLabels("saxpy")));
        rig.pump.run();
        assertThat(rig.policy.told()).containsExactly("saxpy of device 1 is 70, code -5");
    }

    @Test
    void shouldMakeKnownWhichKernelWasStopped() {
        EventQueue events =
                rig.services
                        .events()
                        .watch(
                                new EventFilter("vm", Set.of(EventKind.KERNEL_STOPPED)),
                                10,
                                () -> {});
        server.send(
                Control.newBuilder()
                        .setOverrun(
                                Overrun.newBuilder()
                                        .setCall(9)
                                        .setDevice(1)
                                        .setNanos(77)
                                        .setLabel("endless")));
        rig.pump.run();
        List<RouterEvent> told = events.drain();
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().device()).isEqualTo("s1/1");
        assertThat(told.getFirst().function()).isEqualTo("endless");
        assertThat(told.getFirst().nanos()).isEqualTo(77);
        assertThat(rig.meters.counter("hira.router.kernels.stopped").count()).isEqualTo(1);
    }

    @Test
    void shouldShowThePolicyWhatWorkACommandGives() {
        List<String> seen = new ArrayList<>();
        rig.policy.decide(command -> {
            seen.add(command.call() + " " + command.work() + " " + command.workName());
            return Admission.ADMIT;
        });
        guest.send(
                new Calls()
                        .call(ToyCatalog.WORK, false, 70, 0)
                        .call(ToyCatalog.READ, true, 70, 0)
                        .frame());
        rig.pump.run();
        assertThat(seen).containsExactly("1 true 70", "2 false 0");
    }

    @Test
    void shouldExpectNoEndOfWorkThatWasRefused() {
        rig.policy.decide(command -> new Deny("rule", Deny.NO_RESOURCE, "no work today"));
        work(1);
        ended(1, 0, 0);
        assertThat(howTheServerBroke()).contains("the work of call 1 ended, but there was none");
    }

    @Test
    void shouldCloseTheSessionWhenAnEndIsToldTwice() {
        work(2);
        ended(1, 0, 5);
        ended(1, 0, 5);
        assertThat(howTheServerBroke()).contains("the work of call 1 ended, but there was none");
    }

    @Test
    void shouldCloseTheSessionWhenADeviceIsNamedThatItDoesNotSee() {
        work(1);
        ended(1, 2, 5);
        assertThat(howTheServerBroke()).contains("sees 2 devices, but not device 2");
    }

    @Test
    void shouldCloseTheSessionWhenEndsAreAddressedToTheGuest() {
        work(1);
        server.send(new Calls().done(1, 0, 5).frame());
        rig.pump.run();
        assertThat(howTheServerBroke()).contains("came addressed to the guest");
    }

    @Test
    void shouldForgetWhatIsUnderWayWhenTheServerDies() {
        work(5);
        server.link().kill();
        rig.pump.run();
        assertThat(guest.isOpen()).isFalse();
        assertThat(rig.policy.inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void shouldHaveNothingInFlightWhenAllHasEnded(long seed) {
        Random random = new Random(seed);
        Deque<Long> underWay = new ArrayDeque<>();
        server.onRecord((peer, record) -> underWay.add(record.call()));
        long call = 1;
        for (int step = 0; step < 300; step++) {
            int count = random.nextInt(20);
            Calls calls = new Calls(call);
            for (int i = 0; i < count; i++) {
                calls.call(ToyCatalog.WORK, false, 1, 0);
            }
            call += count;
            guest.send(calls.frame());
            rig.pump.run();
            List<Long> ends = new ArrayList<>();
            while (!underWay.isEmpty() && random.nextInt(10) != 0) {
                ends.add(underWay.remove());
            }
            Collections.shuffle(ends, random);
            ends.forEach(end -> ended(end, random.nextInt(2), random.nextInt(1000)));
            assertThat(rig.policy.inFlight()).as("seed %d", seed).isEqualTo(underWay.size());
        }
        underWay.forEach(end -> ended(end, 0, 0));
        assertThat(rig.policy.inFlight()).as("seed %d", seed).isZero();
        assertThat(guest.isOpen()).isTrue();
    }
}
