package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Close;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Overrun;
import dev.hira.wire.v1.RingWake;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An open session and messages that are not for the books. */
@ExtendWith(NoLeaks.class)
final class OpenSessionHandlerTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open(o -> o.setVm("red"));
    private final Peer server = rig.server();

    @AfterEach
    void close() {
        rig.close();
    }

    private void assertEnded(Cause cause, String message) {
        assertThat(guest.status().cause()).isEqualTo(cause);
        assertThat(guest.status().message()).contains(message);
        assertThat(server.isOpen()).isFalse();
        assertThat(rig.registry.registrations()).isZero();
    }

    private void fromServer(Control.Builder control) {
        server.send(control);
        rig.pump.run();
    }

    @Test
    void shouldTellTheGuestWhyAServerEndsTheSession() {
        fromServer(
                Control.newBuilder()
                        .setClose(
                                Close.newBuilder()
                                        .setReason(Failure.newBuilder().setMessage("upgrade"))));
        assertEnded(Cause.UNAVAILABLE, "the API server 's1' ended the session: upgrade");
    }

    @Test
    void shouldKeepTheCauseForWhichAServersLinkCloses() {
        server.link().close(new LinkStatus(Cause.EXHAUSTED, "out of threads"));
        rig.pump.run();
        assertEnded(Cause.EXHAUSTED, "the API server 's1' ended the session: out of threads");
        assertThat(rig.count("hira.router.sessions.ended", "cause", "exhausted")).isEqualTo(1);
    }

    @Test
    void shouldRefuseMessagesThatOnlyRoutersSendFromAServer() {
        fromServer(Control.newBuilder().setOpen(Open.getDefaultInstance()));
        assertEnded(Cause.PROTOCOL, "a server does not send OPEN in an open session");
    }

    @Test
    void shouldRefuseMessagesThatOnlyServersSendFromAGuest() {
        guest.send(Control.newBuilder().setOverrun(Overrun.getDefaultInstance()));
        rig.pump.run();
        assertEnded(Cause.PROTOCOL, "a guest does not send OVERRUN in an open session");
    }

    @Test
    void shouldTakeALateWakeUpCallOfRingsForHarmless() {
        guest.send(Control.newBuilder().setRingWake(RingWake.getDefaultInstance()));
        fromServer(Control.newBuilder().setRingWake(RingWake.getDefaultInstance()));
        assertThat(guest.isOpen()).isTrue();
        assertThat(guest.controls()).as("nothing but the opening").hasSize(1);
        assertThat(server.controls()).as("nothing but the opening").hasSize(1);
    }

    @Test
    void shouldRefuseKernelsStoppedOnDevicesThatTheSessionDoesNotSee() {
        fromServer(Control.newBuilder().setOverrun(Overrun.newBuilder().setDevice(2)));
        assertEnded(Cause.PROTOCOL, "on the device 2; the session sees the devices 0 to 1");
        assertThat(rig.meters.counter("hira.router.kernels.stopped").count()).isZero();
    }

    @Test
    void shouldRefuseKernelsStoppedOnDevicesWithNegativeNumbers() {
        fromServer(Control.newBuilder().setOverrun(Overrun.newBuilder().setDevice(-1)));
        assertEnded(Cause.PROTOCOL, "on the device 4294967295");
    }

    @Test
    void shouldTakeTheLargestFrameAndRefuseALargerOne() {
        Frame largest = new Calls().write(1, new byte[5000]).frame();
        String limit = "hira.router.limits.frame = " + largest.size() + " B";
        try (Rig small = new Rig(limit)) {
            Peer from = small.open();
            from.send(largest);
            small.pump.run();
            assertThat(small.server().records()).hasSize(1);
            Frame larger = new Calls(2).write(1, new byte[5001]).frame();
            from.send(larger);
            small.pump.run();
            assertThat(from.status().cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(small.server().records()).hasSize(1);
            assertThat(larger.references()).isZero();
        }
    }

    @Test
    void shouldTakeTheMostCommandsOfAFrameAndRefuseOneMore() {
        try (Rig small = new Rig("hira.router.limits.frame-records = 2")) {
            Peer from = small.open();
            from.send(works(1, 2));
            small.pump.run();
            assertThat(small.server().records()).hasSize(2);
            from.send(works(3, 3));
            small.pump.run();
            assertThat(from.status().message()).contains("3 records exceeds").contains("2 records");
            assertThat(small.server().records()).hasSize(2);
        }
    }

    private static Frame works(long firstCall, int count) {
        Calls calls = new Calls(firstCall);
        for (int i = 0; i < count; i++) {
            calls.call(ToyCatalog.WORK, false, 0, 0);
        }
        return calls.frame();
    }

    @Test
    void shouldEndOnlyTheSessionInWhichTheRouterFails() {
        Peer other = rig.open();
        rig.policy.decide(command -> {
            throw new IllegalStateException("a defect of the policy");
        });
        guest.send(works(1, 1));
        rig.pump.run();
        assertThat(guest.status())
                .isEqualTo(
                        new LinkStatus(
                                Cause.INTERNAL,
                                "the router failed while it handled the guest; see its log"));
        assertThat(other.isOpen()).isTrue();
        assertThat(rig.registry.registrations()).isEqualTo(1);
    }

    @Test
    void shouldEndASessionWhoseTaskFailsAndRunNoTaskAfterwards() {
        RouterSession session = rig.registry.all().getFirst();
        int[] ran = {0};
        session.execute(() -> {
            throw new IllegalStateException("a defect of a task");
        });
        session.execute(() -> ran[0]++);
        rig.pump.run();
        assertEnded(Cause.INTERNAL, "while it handled a task");
        assertThat(ran[0]).isZero();
    }

    @Test
    void shouldKeepTheFirstReasonForWhichASessionEnds() {
        RouterSession session = rig.registry.all().getFirst();
        session.execute(() -> {
            session.end(new LinkStatus(Cause.REFUSED, "first"));
            session.end(new LinkStatus(Cause.INTERNAL, "second"));
        });
        rig.pump.run();
        assertEnded(Cause.REFUSED, "first");
        assertThat(server.status()).isEqualTo(new LinkStatus(Cause.NORMAL, "first"));
        assertThat(rig.count("hira.router.sessions.ended", "cause", "internal")).isZero();
        assertThat(rig.policy.open()).isZero();
    }

    @Test
    void shouldKnowTheFactsOfAnOpenSession() {
        SessionView facts = Objects.requireNonNull(rig.registry.of("red").getFirst().facts());
        assertThat(facts.device()).isEqualTo("several");
        assertThat(facts.link()).isEqualTo("test");
        assertThat(facts.arena()).isFalse();
        rig.open(o -> o.setVm("one").setDevices(1));
        SessionView one = Objects.requireNonNull(rig.registry.of("one").getFirst().facts());
        assertThat(one.device()).isIn("s1/0", "s1/1");
    }
}
