package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.LanesEnded;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class ForwardingTest {
    private static final Admission FULL =
            new Deny("quota", ToyCatalog.MEMORY, "the VM may hold 10 bytes");

    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();

    @AfterEach
    void close() {
        rig.close();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private List<Long> callsAtServer() {
        return server.records().stream().map(Seen::call).toList();
    }

    @Test
    void shouldPassOnAnAdmittedFrameByteForByte() {
        Frame frame =
                new Calls()
                        .call(ToyCatalog.ALLOC, true, 7, 64)
                        .write(7, text("hello"))
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .write(7, text("world!"))
                        .frame();
        byte[] sent = Calls.bytes(frame);
        guest.send(frame);
        rig.pump.run();
        assertThat(server.frames()).containsExactly(sent);
        assertThat(frame.references()).isZero();
    }

    @Test
    void shouldPassTheVeryFrameThroughWithoutCopying() {
        Frame frame = new Calls().write(7, text("hello")).frame();
        guest.send(frame);
        frame.retain();
        rig.pump.run();
        assertThat(frame.references()).isEqualTo(1);
        frame.release();
    }

    @Test
    void shouldPassRepliesOnByteForByte() {
        Frame reply = new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.WORK, 1).frame();
        byte[] sent = Calls.bytes(reply);
        server.send(reply);
        rig.pump.run();
        assertThat(guest.frames()).containsExactly(sent);
    }

    @Test
    void shouldConsumeWhatIsForTheRouter() {
        server.send(
                new Calls()
                        .record(RecordKinds.FAILED, 0, ToyCatalog.WORK, 1)
                        .frame(FrameLayout.AUDIENCE_HOP));
        rig.pump.run();
        assertThat(guest.frames()).isEmpty();
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldAnswerADeniedSynchronousCallItselfAndSendTheRestOn() {
        rig.policy.decide(c -> c.allocates(ToyCatalog.MEMORY) > 10 ? FULL : Admission.ADMIT);
        guest.send(
                new Calls()
                        .write(7, text("before"))
                        .call(ToyCatalog.ALLOC, true, 8, 11)
                        .write(7, text("after"))
                        .frame());
        rig.pump.run();
        assertThat(callsAtServer()).containsExactly(1L, 3L);
        assertThat(server.records()).extracting(Seen::bulk).containsExactly("before", "after");
        assertThat(guest.records())
                .containsExactly(
                        new Seen(
                                RecordKinds.REPLY,
                                RecordFlags.ERROR | 16,
                                ToyCatalog.ALLOC,
                                2,
                                0,
                                0,
                                ""));
        assertThat(rig.books("default").held("memory")).isZero();
        assertThat(rig.count("hira.router.commands.refused", "reason", "quota")).isEqualTo(1);
    }

    @Test
    void shouldPutARefusalInThePlaceOfADeniedAsynchronousCall() throws Exception {
        rig.policy.decide(c -> c.allocates(ToyCatalog.MEMORY) > 10 ? FULL : Admission.ADMIT);
        guest.send(
                new Calls()
                        .write(7, text("before"))
                        .call(ToyCatalog.ALLOC_ASYNC, false, 8, 11)
                        .write(7, text("after"))
                        .frame());
        rig.pump.run();
        assertThat(server.records())
                .extracting(Seen::kind)
                .containsExactly(RecordKinds.CALL, RecordKinds.REFUSED, RecordKinds.CALL);
        assertThat(callsAtServer()).containsExactly(1L, 2L, 3L);
        Failure failure = failure(server.frames().get(1));
        assertThat(failure.getCode()).isEqualTo(ToyCatalog.OUT_OF_MEMORY);
        assertThat(failure.getOrigin()).isEqualTo(Failure.Origin.API);
        assertThat(failure.getMessage()).isEqualTo("the VM may hold 10 bytes");
        assertThat(failure.getFunction()).isEqualTo(ToyCatalog.ALLOC_ASYNC);
        assertThat(failure.getCallId()).isEqualTo(2);
    }

    private static Failure failure(byte[] frame) throws Exception {
        int from = FrameLayout.HEADER_BYTES + FrameLayout.RECORD_BYTES;
        return Failure.parser().parseFrom(frame, from, frame.length - from);
    }

    @Test
    void shouldCutAtEveryPlaceOfAFrame() {
        for (int denied = 0; denied < 5; denied++) {
            long victim = denied + 1L;
            try (Rig fresh = new Rig()) {
                Peer from = fresh.open();
                long[] seen = {0};
                fresh.policy.decide(c -> ++seen[0] == victim ? FULL : Admission.ADMIT);
                Calls calls = new Calls();
                for (int i = 0; i < 5; i++) {
                    calls.write(1, text("payload" + i));
                }
                Frame frame = calls.frame();
                from.send(frame);
                fresh.pump.run();
                List<Seen> records = fresh.server().records();
                assertThat(records).hasSize(5);
                for (int i = 0; i < 5; i++) {
                    assertThat(records.get(i).call()).isEqualTo(i + 1L);
                    assertThat(records.get(i).bulk()).isEqualTo(i == denied ? "" : "payload" + i);
                }
                assertThat(frame.references()).isZero();
            }
        }
    }

    @Test
    void shouldHoldADelayedCommandAndAllBehindItInOrder() {
        AtomicBoolean wait = new AtomicBoolean(true);
        rig.policy.decide(c ->
                wait.get() && c.functionName().equals("toyWork")
                        ? new Delay("rate")
                        : Admission.ADMIT);
        guest.send(
                new Calls(1)
                        .write(7, text("a"))
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .write(7, text("b"))
                        .frame());
        guest.send(new Calls(4).write(7, text("c")).frame());
        rig.pump.run();
        assertThat(callsAtServer()).containsExactly(1L);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(callsAtServer()).as("still delayed").containsExactly(1L);
        wait.set(false);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(callsAtServer()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(server.records()).extracting(Seen::bulk).containsExactly("a", "", "b", "c");
    }

    @Test
    void shouldStopReadingTheGuestWhileACommandIsDelayed() {
        rig.policy.decide(c -> new Delay("rate"));
        for (int i = 1; i <= 4; i++) {
            guest.send(new Calls(i).call(ToyCatalog.WORK, false, 0, 0).frame());
        }
        rig.pump.run();
        assertThat(guest.link().isWritable()).as("three frames are still on the way").isTrue();
        guest.send(new Calls(5).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(guest.link().isWritable()).as("the guest does not read").isFalse();
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(callsAtServer()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void shouldReleaseAHeldFrameWhenTheSessionEnds() {
        rig.policy.decide(c -> new Delay("rate"));
        Frame frame = new Calls().write(7, text("a")).frame();
        guest.send(frame);
        rig.pump.run();
        assertThat(frame.references()).isEqualTo(1);
        guest.link().kill();
        rig.pump.run();
        assertThat(frame.references()).isZero();
    }

    @Test
    void shouldRefuseWhatTheCatalogDoesNotAllow() {
        Calls calls = new Calls();
        calls.call(99, true, 0, 0);
        calls.call(ToyCatalog.READ, false, 0, 0);
        calls.arena(0, 10);
        calls.call(ToyCatalog.ALLOC, true, 1, -5);
        calls.call(ToyCatalog.WORK, false, 0, 0);
        guest.send(calls.frame());
        rig.pump.run();
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 4L);
        assertThat(server.records())
                .extracting(Seen::kind)
                .containsExactly(RecordKinds.REFUSED, RecordKinds.REFUSED, RecordKinds.CALL);
        for (String reason : List.of("function", "buffer")) {
            assertThat(rig.count("hira.router.commands.refused", "reason", reason)).isEqualTo(1);
        }
        assertThat(rig.count("hira.router.commands.refused", "reason", "call")).isEqualTo(2);
    }

    @Test
    void shouldCountLanesAndForgetThoseThatEnded() {
        try (Rig small = new Rig("hira.router.limits.lanes = 2")) {
            Peer from = small.open();
            from.send(lanes(1, 0, 1, 2));
            small.pump.run();
            assertThat(small.server().records())
                    .extracting(Seen::kind)
                    .containsExactly(RecordKinds.CALL, RecordKinds.CALL, RecordKinds.REFUSED);
            from.send(lanesEnded(0));
            from.send(lanes(4, 2));
            small.pump.run();
            assertThat(small.server().controls()).hasSize(2);
            assertThat(small.server().records()).hasSize(4);
            assertThat(small.server().records().getLast().kind()).isEqualTo(RecordKinds.CALL);
        }
    }

    private static Frame lanes(long firstCall, int... lanes) {
        Calls calls = new Calls();
        for (int i = 0; i < lanes.length; i++) {
            calls.call(firstCall + i, ToyCatalog.WORK, false, lanes[i], 0, 0);
        }
        return calls.frame();
    }

    private static Frame lanesEnded(int lane) {
        byte[] args =
                Control.newBuilder()
                        .setLanesEnded(LanesEnded.newBuilder().addLanes(lane))
                        .build()
                        .toByteArray();
        dev.hira.wire.FrameWriter writer = new dev.hira.wire.FrameWriter();
        writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0).args(args, args.length).end();
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }
}
