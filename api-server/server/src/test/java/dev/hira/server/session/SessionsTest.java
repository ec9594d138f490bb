package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.local.LocalLinks;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.RingWake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the beginning and the end of sessions. */
@Timeout(240)
final class SessionsTest {
    private final ToyRig rig = new ToyRig(ToyRig.LIMITS, 4);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldReportTheSessionsLimitsAndDevices() {
        ToyGuest guest = rig.connect();
        Opened opened =
                guest.open(ToyGuest.openRequest().addDeviceOrdinals(1).setSession("s9").build());
        assertThat(opened.getSession()).isEqualTo("s9");
        assertThat(opened.getVm()).isEqualTo("vm");
        assertThat(opened.getDevices()).isEqualTo(1);
        assertThat(opened.getServer()).isEqualTo("toy");
        assertThat(opened.getLimits().getLanes()).isEqualTo(8);
        assertThat(opened.getUsesMemory()).isFalse();
        assertThat(opened.getUsesRings()).isFalse();
        assertThat(rig.process().ordinals).containsExactly(1);
        assertThat(rig.server.sessionsOn(1)).isEqualTo(1);
        assertThat(rig.server.sessionsOn(0)).isZero();
    }

    @Test
    void shouldGiveAllDevicesToASessionThatNamesNone() {
        rig.connect().open(ToyGuest.openRequest().build());
        assertThat(rig.process().ordinals).containsExactly(0, 1);
    }

    @Test
    void shouldShowASessionOnlyTheDevicesOfItsApi() {
        rig.host.apisOfFirst = Set.of();
        rig.connect().open(ToyGuest.openRequest().build());
        assertThat(rig.process().ordinals).containsExactly(1);
        LinkStatus status = refusal(ToyGuest.openRequest().addDeviceOrdinals(0).build());
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("asks for device 0", "API 77 are [1]");
    }

    @Test
    void shouldGiveAllDevicesToASessionThatAsksForMoreThanThereAre() {
        rig.connect().open(ToyGuest.openRequest().setDevices(-1).build());
        assertThat(rig.process().ordinals).containsExactly(0, 1);
    }

    @Test
    void shouldRefuseAnApiThatIsNotServed() {
        LinkStatus status = refusal(ToyGuest.openRequest().setApi(5).build());
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("API 5").contains("ToyDriver");
    }

    @Test
    void shouldRefuseAnotherDescriptionOfTheApi() {
        LinkStatus status = refusal(ToyGuest.openRequest().setApiDigest(1).build());
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("another description");
    }

    @Test
    void shouldRefuseAnotherVersionOfTheProtocolAndAnUnknownDevice() {
        assertThat(refusal(ToyGuest.openRequest().setProtocol(2).build()).message())
                .contains("version 2");
        assertThat(refusal(ToyGuest.openRequest().addDeviceOrdinals(2).build()).message())
                .contains("device 2");
    }

    @Test
    void shouldSendAGuestToARouter() {
        LinkStatus status = refusal(ToyGuest.openRequest().clearSession().build());
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("address for routers").contains("for guests");
    }

    @Test
    void shouldRefuseASessionThatBeginsWithSomethingElse() {
        ToyGuest guest = rig.connect();
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        guest.flush();
        assertThat(guest.closedStatus().cause()).isEqualTo(Cause.PROTOCOL);
        ToyGuest other = rig.connect();
        other.control(Control.newBuilder().setRingWake(RingWake.getDefaultInstance()).build());
        other.flush();
        assertThat(other.closedStatus().message()).contains("RING_WAKE");
    }

    @Test
    void shouldAcceptAtMostTheAllowedSessionsAndGivePlacesBack() {
        List<ToyGuest> guests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            guests.add(rig.session());
        }
        assertThat(refusal(ToyGuest.openRequest().build()).cause()).isEqualTo(Cause.EXHAUSTED);
        guests.getFirst().link().close();
        ToyGuest again = reopen();
        assertThat(again.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    /** Retries until the place of the closed session is free. */
    private ToyGuest reopen() {
        while (rig.server.sessions() == 4) {
            Thread.onSpinWait();
        }
        return rig.session();
    }

    @Test
    void shouldRefuseSessionsWhileDraining() {
        rig.server.drain();
        assertThat(rig.connect().closedStatus().cause()).isEqualTo(Cause.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldEndOnlyTheSessionThatSendsGarbage(long seed) {
        ToyGuest good = rig.session();
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            ToyGuest bad = reopen();
            Frame frame = garbage(random);
            if (frame != null) {
                bad.link().send(frame);
                bad.link().send(unknownKind());
                assertThat(bad.closedStatus().cause())
                        .as("seed %s", seed)
                        .isEqualTo(Cause.PROTOCOL);
            } else {
                bad.link().close();
            }
            assertThat(good.ask(1, ToyDispatcher.ECHO, round + 1, 0).value()).isEqualTo(round + 1);
        }
    }

    private static @org.jspecify.annotations.Nullable Frame garbage(Random random) {
        byte[] bytes = new byte[8 + random.nextInt(120)];
        random.nextBytes(bytes);
        bytes[3] = 0;
        bytes[2] = 0;
        bytes[1] = 0;
        bytes[0] = (byte) random.nextInt(bytes.length - 7);
        bytes[5] = 0;
        bytes[6] = 0;
        bytes[7] = 0;
        ByteBuf content = Unpooled.wrappedBuffer(bytes);
        try {
            return Frame.wrap(content);
        } catch (dev.hira.wire.MalformedFrameException e) {
            return null;
        }
    }

    private static Frame unknownKind() {
        try (dev.hira.wire.FrameWriter writer = new dev.hira.wire.FrameWriter()) {
            writer.begin(RecordKinds.REPLY, 0, 0, 0, 0).end();
            return writer.finish(0);
        }
    }

    @Test
    void shouldEndASessionWhoseArgumentsDoNotDecode() {
        ToyGuest guest = rig.session();
        guest.writer()
                .begin(RecordKinds.CALL, RecordFlags.SYNC, ToyDispatcher.ECHO, 1, 1)
                .args(new byte[] {8}, 1)
                .end();
        guest.flush();
        LinkStatus status = guest.closedStatus();
        assertThat(status.cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(status.message()).contains("echo").contains("cut off");
    }

    @Test
    void shouldEndASessionWithTooLargeAFrame() {
        ToyGuest guest = rig.session();
        byte[] large = new byte[2 << 20];
        guest.call(0, 1, ToyDispatcher.PUT, 1, large.length, ToyGuest.data(large));
        guest.flush();
        assertThat(guest.closedStatus().message()).contains("exceeds the 1048576 bytes");
    }

    @Test
    void shouldHoldASessionThatReadsSlowlyWithoutHoldingOthers() {
        ToyGuest slow = rig.connect(64 << 10);
        slow.open();
        slow.link().setReadable(false);
        int calls = 400;
        long last = 0;
        for (int i = 0; i < calls; i++) {
            last =
                    slow.call(
                            RecordFlags.SYNC,
                            1,
                            ToyDispatcher.GET,
                            1,
                            10_000,
                            ToyGuest.wanted(10_000));
            slow.flush();
        }
        ToyGuest other = rig.session();
        assertThat(other.ask(1, ToyDispatcher.ECHO, 7, 0).value()).isEqualTo(7);
        double sent = rig.registry.counter("hira.server.bytes", "direction", "out").count();
        assertThat(sent).isLessThan(1_000_000);
        slow.link().setReadable(true);
        assertThat(slow.answer(last).payloads().getFirst().length()).isEqualTo(10_000);
        assertThat(rig.registry.counter("hira.server.calls").count()).isEqualTo(calls + 1);
    }

    @Test
    void shouldStopReadingALaneThatWaitsWhenTooMuchIsSentToIt() {
        ToyGuest guest = rig.connect(64 << 10);
        guest.open();
        guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.flush();
        byte[] data = new byte[50_000];
        int sent = 0;
        while (guest.link().isWritable() && sent < 200) {
            guest.call(0, 1, ToyDispatcher.PUT, 1, data.length, ToyGuest.data(data));
            guest.flush();
            sent++;
            java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
        }
        assertThat(sent).isLessThan(60);
        rig.process().open(5);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(rig.process().notes).hasSize(sent);
    }

    private LinkStatus refusal(dev.hira.wire.v1.Open request) {
        ToyGuest guest = rig.connect();
        guest.control(Control.newBuilder().setOpen(request).build());
        guest.flush();
        return guest.closedStatus();
    }

    @Test
    void shouldDeliverFramesAcrossAnInlineLink() {
        LocalLinks.Pair pair = LocalLinks.pair(Runnable::run);
        rig.server.accept(pair.second(), "inline");
        ToyGuest guest = new ToyGuest(pair.first());
        guest.open();
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 2, 0).value()).isEqualTo(2);
        guest.link().close();
    }
}
