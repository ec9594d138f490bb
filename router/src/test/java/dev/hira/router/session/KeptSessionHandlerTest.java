package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.link.resume.ResumeSecret;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that the router's previous process has left. */
@ExtendWith(NoLeaks.class)
final class KeptSessionHandlerTest {
    private static final ByteString SERVER_SECRET = ByteString.copyFromUtf8("server");

    private final Rig former = new Rig();
    private final Rig rig = new Rig();
    @TempDir private Path folder;

    @BeforeEach
    void keepSessions() {
        former.registry.keepIn(KeptSessions.open(folder));
        former.atServer(KeptSessionHandlerTest::open);
    }

    @AfterEach
    void close() {
        former.close();
        rig.close();
    }

    private static void open(Peer server, Control control) {
        if (control.hasOpen()) {
            server.send(
                    Control.newBuilder()
                            .setOpened(Opened.newBuilder().setResumeSecret(SERVER_SECRET)));
        }
    }

    /** Opens a session in the former process, and makes calls. */
    private Peer openAndCall(Calls calls, int count) {
        Peer guest = former.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                Open.newBuilder()
                                        .setProtocol(1)
                                        .setApi(ToyCatalog.API)
                                        .setApiDigest(ToyCatalog.DIGEST)
                                        .setVm("blue")
                                        .setWantsResume(true)));
        former.pump.run();
        guest.send(ResumeRecords.acknowledge(1));
        for (int i = 0; i < count; i++) {
            guest.send(calls.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        }
        former.pump.run();
        return guest;
    }

    /** Ends the former process, and begins the next one. */
    private void restart(long lastCall) {
        former.registry.all().forEach(RouterSession::leave);
        next(lastCall);
    }

    private void next(long lastCall) {
        rig.registry.keepIn(KeptSessions.open(folder));
        rig.atServer((server, control) -> {
            if (control.hasResume()) {
                assertThat(control.getResume().getSecret()).isEqualTo(SERVER_SECRET);
                server.send(
                        Control.newBuilder()
                                .setResumed(
                                        Resumed.newBuilder().setAnew(true).setLastCall(lastCall)));
            }
        });
    }

    private Peer resume(Resume.Builder request) {
        Peer guest = rig.connectResumable(Optional.empty());
        guest.send(Control.newBuilder().setResume(request.setVm("blue")));
        rig.pump.run();
        return guest;
    }

    private static Resume.Builder request(Peer guest) {
        Opened opened =
                guest.controls().stream()
                        .filter(Control::hasOpened)
                        .findFirst()
                        .orElseThrow()
                        .getOpened();
        return Resume.newBuilder()
                .setSession(opened.getSession())
                .setSecret(opened.getResumeSecret())
                .setReceived(1);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void shouldDropCallsThatHaveArrivedAndMakeTheOthers() {
        Calls calls = new Calls();
        Peer guest = openAndCall(calls, 2);
        restart(1);

        Peer again = resume(request(guest));
        assertThat(again.controls().getFirst().getResumed().getAnew()).isTrue();
        assertThat(rig.books("blue").held("memory")).isEqualTo(1000);
        Calls repeated = new Calls();
        for (int i = 0; i < 3; i++) {
            again.send(repeated.call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        }
        rig.pump.run();
        assertThat(rig.server().records()).extracting(Calls.Seen::call).containsExactly(2L, 3L);
        assertThat(rig.books("blue").held("memory")).isEqualTo(3000);
    }

    @Test
    void shouldRefuseAGuestWithoutTheSecretAndKeepTheSession() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);

        Peer thief = resume(request(guest).setSecret(ByteString.copyFromUtf8("guess")));
        assertThat(thief.status().message())
                .isEqualTo("this router has no such session of the guest; open a new session");
        assertThat(files()).hasSize(1);
        assertThat(resume(request(guest)).isOpen()).isTrue();
    }

    @Test
    void shouldForgetASessionThatEnds() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);

        Peer again = resume(request(guest));
        again.link().close(LinkStatus.NORMAL);
        rig.pump.run();
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldForgetSessionsWhoseGuestsDoNotComeBack() throws IOException {
        openAndCall(new Calls(), 1);
        former.registry.all().forEach(RouterSession::leave);
        KeptSessions kept = KeptSessions.open(folder);
        assertThat(kept.awaited()).hasSize(1);
        kept.expire(kept.awaited());
        assertThat(files()).isEmpty();
    }

    private Peer resumeStored(StoredSession.Builder session) {
        ResumeSecret secret = new ResumeSecret(new SplittableRandom(1));
        SessionFile file =
                Objects.requireNonNull(
                        KeptSessions.open(folder)
                                .create(
                                        session.setSession("s")
                                                .setVm("blue")
                                                .setGuestSecretDigest(
                                                        ByteString.copyFrom(secret.digest()))
                                                .build()));
        file.close();
        next(0);
        return resume(
                Resume.newBuilder()
                        .setSession("s")
                        .setSecret(ByteString.copyFrom(secret.bytes()))
                        .setReceived(4));
    }

    private void assertEnds(Peer guest, String why) throws IOException {
        assertThat(guest.status().cause()).isEqualTo(Cause.REFUSED);
        assertThat(guest.status().message())
                .isEqualTo("the session ended with the router: " + why + "; open a new one");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldEndASessionThatAnEarlierProcessSaidCannotGoOn() throws IOException {
        assertEnds(
                resumeStored(StoredSession.newBuilder().setEnds("its VM was suspended")),
                "its VM was suspended");
    }

    @Test
    void shouldEndASessionWhoseGuestMissesFramesOfTheFormerServer() throws IOException {
        assertEnds(
                resumeStored(StoredSession.newBuilder().setGuestFrames(5)),
                "it had just changed its API server when the router ended, and messages to the"
                        + " guest were lost");
    }

    @Test
    void shouldEndASessionWhoseThreadsWereNotToldOfALoss() throws IOException {
        assertEnds(
                resumeStored(StoredSession.newBuilder().setLossUntold(true)),
                "it had just changed its API server when the router ended, and messages to the"
                        + " guest were lost");
    }
}
