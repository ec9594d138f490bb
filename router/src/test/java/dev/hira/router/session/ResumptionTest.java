package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose guests come back, or try to. */
@ExtendWith(NoLeaks.class)
final class ResumptionTest {
    /** Frames that an open guest has received: the Opened. */
    private static final int OPENED = 1;

    private static final int OUTPUT = 64 << 10;

    private final Rig rig = new Rig();
    private final Calls calls = new Calls();

    @AfterEach
    void close() {
        rig.close();
    }

    private static Peer request(Rig at, UnaryOperator<Open.Builder> change) {
        Peer guest = at.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                change.apply(
                                        Open.newBuilder()
                                                .setProtocol(1)
                                                .setApi(ToyCatalog.API)
                                                .setApiDigest(ToyCatalog.DIGEST)
                                                .setVm("blue")
                                                .setWantsResume(true))));
        at.pump.run();
        return guest;
    }

    /** Opens a session, and shows the router that the guest keeps what it sends. */
    private Peer open() {
        Peer guest = request(rig, open -> open);
        guest.send(ResumeRecords.acknowledge(OPENED));
        rig.pump.run();
        return guest;
    }

    private static Opened opened(Peer guest) {
        return guest.controls().stream()
                .filter(Control::hasOpened)
                .findFirst()
                .orElseThrow()
                .getOpened();
    }

    private Peer resume(Peer before, long received, UnaryOperator<Resume.Builder> change) {
        Opened opened = opened(before);
        Peer again = rig.connectResumable(Optional.empty());
        again.send(
                Control.newBuilder()
                        .setResume(
                                change.apply(
                                        Resume.newBuilder()
                                                .setSession(opened.getSession())
                                                .setSecret(opened.getResumeSecret())
                                                .setReceived(received)
                                                .setVm("blue"))));
        rig.pump.run();
        return again;
    }

    private Peer resume(Peer before, long received) {
        return resume(before, received, request -> request);
    }

    private void cut(Peer guest) {
        guest.link().kill();
        rig.pump.run();
    }

    private static long resumedAt(Peer guest) {
        return guest.controls().getFirst().getResumed().getReceived();
    }

    private static Frame reply() {
        return new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1).frame();
    }

    private static Frame output() {
        byte[] bytes = new byte[OUTPUT];
        return new FrameWriter()
                .begin(RecordKinds.OUTPUT, 0, ToyCatalog.WRITE, 1, 1)
                .payloadInline(1, MemorySegment.ofArray(bytes), OUTPUT, false)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    @Test
    void shouldGoOnWhereTheSessionWasWhenItsConnectionBroke() {
        Peer guest = open();
        guest.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        cut(guest);
        assertThat(rig.registry.all()).hasSize(1);
        rig.server().send(reply());
        rig.pump.run();

        Peer again = resume(guest, OPENED);

        assertThat(resumedAt(again)).isEqualTo(2);
        assertThat(again.records()).extracting(Calls.Seen::kind).containsExactly(RecordKinds.REPLY);
        again.send(calls.call(ToyCatalog.WORK, true, 1, 0).frame());
        rig.pump.run();
        assertThat(rig.server().records()).hasSize(2);
        assertThat(rig.books("blue").held("memory")).isEqualTo(1000);
        assertThat(rig.registry.registrations()).isEqualTo(1);
    }

    @Test
    void shouldNotSendAgainWhatTheGuestHasReceived() {
        Peer guest = open();
        guest.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        rig.server().send(reply());
        rig.pump.run();
        cut(guest);
        assertThat(resume(guest, OPENED + 1).records()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "no secret", "session", "vm"})
    void shouldRefuseAGuestThatCannotProveThatTheSessionIsItsOwn(String wrong) {
        Peer guest = open();
        cut(guest);
        Peer thief =
                resume(
                        guest,
                        OPENED,
                        request ->
                                switch (wrong) {
                                    case "secret" -> request.setSecret(flipped(request));
                                    case "no secret" -> request.clearSecret();
                                    case "session" -> request.setSession("0123456789abcdef");
                                    default -> request.setVm("red");
                                });
        assertThat(thief.status().cause()).isEqualTo(Cause.REFUSED);
        assertThat(thief.status().message())
                .isEqualTo("this router has no such session of the guest; open a new session");
        assertThat(resume(guest, OPENED).isOpen()).isTrue();
    }

    private static ByteString flipped(Resume.Builder request) {
        byte[] secret = request.getSecret().toByteArray();
        secret[secret.length - 1] ^= 1;
        return ByteString.copyFrom(secret);
    }

    @Test
    void shouldRefuseASecretWithoutTheTokenOfItsVm() {
        try (Rig strict = new Rig("hira.router.auth { mode = token, tokens { blue = sesame } }")) {
            Peer guest = request(strict, open -> open.setToken("sesame"));
            Opened opened = opened(guest);
            Peer thief = strict.connectResumable(Optional.empty());
            thief.send(
                    Control.newBuilder()
                            .setResume(
                                    Resume.newBuilder()
                                            .setSession(opened.getSession())
                                            .setSecret(opened.getResumeSecret())
                                            .setReceived(OPENED)
                                            .setVm("blue")
                                            .setToken("guess")));
            strict.pump.run();
            assertThat(thief.status().cause()).isEqualTo(Cause.REFUSED);
            assertThat(guest.isOpen()).isTrue();
        }
    }

    @Test
    void shouldRefuseEverybodyAfterTheSessionHasEnded() {
        Peer guest = open();
        guest.link().close();
        rig.pump.run();
        assertThat(resume(guest, OPENED).status().cause()).isEqualTo(Cause.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, Long.MAX_VALUE})
    void shouldEndASessionWhoseGuestClaimsToHaveReceivedWhatIsImpossible(long received) {
        Peer guest = open();
        cut(guest);
        Peer liar = resume(guest, received);
        assertThat(liar.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(liar.status().message())
                .isEqualTo(
                        "the peer claims to have received "
                                + received
                                + " frames where 1 to 1 are possible");
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldEndASessionWhoseGuestAcknowledgesWhatWasNotSent() {
        Peer guest = open();
        guest.send(ResumeRecords.acknowledge(2));
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldTakeTheNewConnectionWhenTheOldOneIsHalfOpen() {
        Peer guest = open();
        guest.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();

        Peer again = resume(guest, OPENED);

        assertThat(guest.isOpen()).isFalse();
        assertThat(resumedAt(again)).isEqualTo(2);
        rig.server().send(reply());
        rig.pump.run();
        assertThat(again.records()).hasSize(1);
        assertThat(guest.records()).isEmpty();
    }

    @Test
    void shouldReleaseTheSessionWhenTheGuestStaysAway() {
        Peer guest = open();
        guest.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        cut(guest);
        assertThat(rig.books("blue").held("memory")).isEqualTo(1000);
        rig.fireTimers();
        assertThat(rig.books("blue").held("memory")).isZero();
        assertThat(rig.registry.registrations()).isZero();
        assertThat(rig.server().isOpen()).isFalse();
        assertThat(resume(guest, OPENED).status().cause()).isEqualTo(Cause.REFUSED);
    }

    @Test
    void shouldGoOnWhenAGuestWasCutOffBeforeItAcknowledgedTheSession() {
        Peer guest = request(rig, open -> open);
        cut(guest);
        assertThat(rig.registry.registrations()).isEqualTo(1);
        Peer again = resume(guest, OPENED);
        again.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        assertThat(rig.books("blue").held("memory")).isEqualTo(1000);
    }

    @Test
    void shouldReleaseASessionThatTheGuestNeverUsed() {
        Peer guest = request(rig, open -> open);
        cut(guest);
        rig.fireTimers();
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldEndAtOnceWhenTheGuestCannotResume() {
        Peer guest = request(rig, open -> open.setWantsResume(false));
        assertThat(opened(guest).getResumeSecret().isEmpty()).isTrue();
        guest.send(ResumeRecords.acknowledge(OPENED));
        rig.pump.run();
        cut(guest);
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldKeepABoundedAmountForAGuestThatIsAway() {
        Peer guest = open();
        cut(guest);
        Peer server = rig.server();
        int sent = 0;
        while (server.link().isWritable() && sent < 200) {
            server.send(output());
            rig.pump.run();
            sent++;
        }
        assertThat(sent * (long) OUTPUT).isBetween(8L << 20, 9L << 20);
        Peer again = resume(guest, OPENED);
        again.send(ResumeRecords.acknowledge(OPENED + again.records().size()));
        rig.pump.run();
        assertThat(again.records()).hasSize(sent);
        assertThat(server.link().isWritable()).isTrue();
    }

    @Test
    void shouldTellOperatorsThatASessionIsDetachedAndThatItIsBack() {
        EventQueue seen = rig.events.watch(EventFilter.usual("blue"), 16, () -> {});
        Peer guest = open();
        RouterSession session = Objects.requireNonNull(rig.registry.all().getFirst());
        assertThat(session.detachedFor()).isNull();
        cut(guest);
        assertThat(session.detachedFor()).isNotNull();
        assertThat(rig.meters.counter("hira.router.sessions.detached").count()).isEqualTo(1);
        Peer again = resume(guest, OPENED);
        assertThat(again.isOpen()).isTrue();
        assertThat(session.detachedFor()).isNull();
        assertThat(rig.meters.counter("hira.router.sessions.resumed").count()).isEqualTo(1);
        assertThat(seen.drain())
                .extracting(RouterEvent::kind)
                .containsExactly(
                        EventKind.SESSION_OPENED,
                        EventKind.SESSION_DETACHED,
                        EventKind.SESSION_RESUMED);
    }
}
