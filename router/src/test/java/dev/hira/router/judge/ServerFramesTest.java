package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.Released;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Frames of a server that keeps or breaks the protocol. */
@ExtendWith(NoLeaks.class)
final class ServerFramesTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();

    @AfterEach
    void close() {
        rig.close();
    }

    private void send(Frame frame) {
        server.send(frame);
        rig.pump.run();
    }

    private String problem() {
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        return guest.status().message();
    }

    private long held() {
        return rig.books("default").held("memory");
    }

    private void allocate(long name, long... sizes) {
        Calls calls = new Calls();
        for (long size : sizes) {
            calls.call(ToyCatalog.ALLOC_ASYNC, false, name, size);
        }
        guest.send(calls.frame());
        rig.pump.run();
    }

    private void released(Released.Builder dead) {
        server.send(Control.newBuilder().setReleased(dead));
        rig.pump.run();
    }

    @Test
    void shouldGiveBackTheObjectsOfTheCallsThatAReportNames() {
        allocate(7, 100, 20, 3);
        released(Released.newBuilder().addNames(7).addNames(7).addCalls(3).addCalls(1));
        assertThat(held()).isEqualTo(20);
    }

    /** Sends a call behind one that waits; the numbers of calls do not rise. */
    private void sendMalformedBehindWaiting(Calls waiting) {
        guest.send(waiting.call(2, ToyCatalog.WORK, false, 1, 0, 0).frame());
        rig.pump.run();
        assertThat(guest.isOpen()).isTrue();
    }

    private void assertGuestIsBlamed() {
        assertThat(problem())
                .isEqualTo(
                        "the guest broke the protocol: call 2 comes after call 3; numbers must"
                                + " rise");
        assertThat(server.status().cause()).isEqualTo(Cause.NORMAL);
    }

    @Test
    void shouldBlameTheGuestForAFrameThatHadWaitedForTheServersReport() {
        rig.policy.quota(100);
        rig.policy.decide(command ->
                command.allocates(ToyCatalog.MEMORY) + held() > 100
                        ? new Deny("quota", ToyCatalog.MEMORY, "all is taken")
                        : Admission.ADMIT);
        sendMalformedBehindWaiting(
                new Calls()
                        .call(ToyCatalog.ALLOC_ASYNC, false, 7, 100)
                        .call(ToyCatalog.FREE, false, 7, 0)
                        .call(ToyCatalog.ALLOC_ASYNC, false, 8, 100));
        released(Released.newBuilder().addNames(7).addCalls(1));
        assertGuestIsBlamed();
    }

    @Test
    void shouldBlameTheGuestForAFrameThatHadWaitedForThePolicy() {
        rig.policy.decide(_ -> new Delay("rate"));
        sendMalformedBehindWaiting(new Calls(3).call(ToyCatalog.WORK, false, 0, 0));
        rig.policy.decide(_ -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertGuestIsBlamed();
    }

    @Test
    void shouldGiveBackTheOldestObjectWhenAReportNamesNoCall() {
        allocate(7, 100, 20, 3);
        released(Released.newBuilder().addNames(7));
        assertThat(held()).isEqualTo(23);
    }

    @Test
    void shouldRefuseDeathsThatNameSomeCallsButNotAll() {
        released(Released.newBuilder().addNames(7).addNames(8).addCalls(1));
        assertThat(problem()).contains("2 objects died that 1 calls had created");
    }

    @Test
    void shouldRefuseRecordsOfAGuestFromAServer() {
        Frame frame = new Calls().call(ToyCatalog.WORK, false, 1, 0).frame();
        send(frame);
        assertThat(problem()).contains("a server does not send records of kind");
        assertThat(frame.references()).isZero();
        assertThat(guest.records()).isEmpty();
    }

    @Test
    void shouldRefuseCodesWithoutADeviceOrALabel() {
        identified(Identified.newBuilder().addNames(1).addCodes(5).addLabels("k"));
        assertThat(problem()).contains("1 objects were identified with 1 codes of 0 devices");
    }

    @Test
    void shouldRefuseNamesWithoutACode() {
        identified(Identified.newBuilder().addNames(1).addDevices(0).addLabels("k"));
        assertThat(problem()).contains("1 objects were identified with 0 codes");
    }

    @Test
    void shouldRefuseCodesWithoutALabel() {
        identified(Identified.newBuilder().addNames(1).addDevices(0).addCodes(5));
        assertThat(problem()).contains("and 0 labels");
    }

    @Test
    void shouldRefuseCodesForADeviceThatTheSessionDoesNotSee() {
        identified(Identified.newBuilder().addNames(1).addDevices(-1).addCodes(5).addLabels("k"));
        assertThat(problem()).contains("but not device 4294967295");
        assertThat(rig.policy.told()).isEmpty();
    }

    private void identified(Identified.Builder codes) {
        server.send(Control.newBuilder().setIdentified(codes));
        rig.pump.run();
    }

    @Test
    void shouldRefuseAControlMessageThatDoesNotDecode() {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(new byte[] {-1, -1}, 2).end();
        send(writer.finish(FrameLayout.AUDIENCE_HOP));
        assertThat(problem()).contains("a control message does not decode");
    }

    @Test
    void shouldPassNothingOnOfAFrameThatEndsTheSession() {
        FrameWriter writer = new FrameWriter();
        byte[] close =
                Control.newBuilder()
                        .setClose(dev.hira.wire.v1.Close.getDefaultInstance())
                        .build()
                        .toByteArray();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(close, close.length).end();
        writer.begin(RecordKinds.OUTPUT, 0, ToyCatalog.READ, 1, 1).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        send(frame);
        assertThat(guest.records()).isEmpty();
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(frame.references()).isZero();
    }

    @Test
    void shouldGiveBackWhatAFailedCallHeldAndKeepWhatASuccessfulOneHolds() {
        guest.send(
                new Calls()
                        .call(ToyCatalog.ALLOC, true, 7, 100)
                        .call(ToyCatalog.ALLOC, true, 8, 20)
                        .call(ToyCatalog.ALLOC_ASYNC, false, 9, 3)
                        .frame());
        rig.pump.run();
        send(
                new Calls()
                        .record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1)
                        .record(RecordKinds.REPLY, RecordFlags.ERROR, ToyCatalog.ALLOC, 2)
                        .record(RecordKinds.FAILED, 0, ToyCatalog.ALLOC_ASYNC, 3)
                        .frame());
        assertThat(held()).isEqualTo(100);
        released(Released.newBuilder().addNames(7));
        assertThat(held()).as("its call has been answered").isZero();
    }

    @Test
    void shouldCountTheTrafficOfBothDirections() {
        Frame down = new Calls().call(ToyCatalog.WORK, false, 1, 0).frame();
        Frame up = new Calls().record(RecordKinds.OUTPUT, 0, ToyCatalog.READ, 1).frame();
        long bytesDown = down.size();
        long bytesUp = up.size();
        guest.send(down);
        send(up);
        PathCounters counters =
                Objects.requireNonNull(rig.registry.all().getFirst().facts()).counters();
        assertThat(counters.recordsDown()).isEqualTo(1);
        assertThat(counters.bytesDown()).isEqualTo(bytesDown);
        assertThat(counters.recordsUp()).isEqualTo(1);
        assertThat(counters.bytesUp()).isEqualTo(bytesUp);
        assertThat(rig.count("hira.router.bytes", "direction", "down"))
                .isEqualTo((double) bytesDown);
        assertThat(rig.count("hira.router.bytes", "direction", "up")).isEqualTo((double) bytesUp);
    }
}
