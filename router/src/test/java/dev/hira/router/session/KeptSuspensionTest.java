package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.StateMoved;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of a suspended VM whose router was restarted. */
@ExtendWith(NoLeaks.class)
final class KeptSuspensionTest {
    private static final String VM = "blue";
    private static final String SERVERS =
            "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},"
                    + " {name = b, uri = \"hira+unix:///nowhere/b\"}]";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final ByteString TOKEN = ByteString.copyFrom(new byte[32]);

    /** The first number of the callbacks of a second server, less one. */
    private static final long OTHER_CALLBACKS = 1L << 32;

    private final Rig former = new Rig(SERVERS);
    private final Rig rig = new Rig(SERVERS);
    private @TempDir Path folder;

    /** What the former router saved. */
    private Saved saved;

    /** The answer to the guest that opened the session. */
    private Opened opened;

    @BeforeEach
    void suspendAndRestart() {
        former.registry.keepIn(KeptSessions.open(folder));
        former.atServer(KeptSuspensionTest::open);
        Peer guest = former.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                Open.newBuilder()
                                        .setProtocol(1)
                                        .setApi(ToyCatalog.API)
                                        .setApiDigest(ToyCatalog.DIGEST)
                                        .setVm(VM)
                                        .setDevices(1)
                                        .setWantsResume(true)));
        former.pump.run();
        guest.send(ResumeRecords.acknowledge(1));
        guest.send(new Calls().call(ToyCatalog.ALLOC, true, 70, 1000).frame());
        former.pump.run();
        answer(former, 1);
        former.server().send(callback());
        former.pump.run();
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 1, 1).frame());
        former.pump.run();
        opened =
                guest.controls().stream()
                        .filter(Control::hasOpened)
                        .findFirst()
                        .orElseThrow()
                        .getOpened();
        RouterSession session = former.registry.all().getFirst();
        suspend(Objects.requireNonNull(session.save()));
        session.leave();
        rig.registry.keepIn(KeptSessions.open(folder));
        rig.moveAtServer();
    }

    private void suspend(SessionSave save) {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        former.pump.run();
        saved = rested.join();
        saved.calls().forEach(Frame::release);
        CompletableFuture<Void> left = save.leave();
        former.pump.run();
        assertThat(left).isCompleted();
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
                            .setOpened(
                                    Opened.newBuilder()
                                            .setResumeSecret(ByteString.copyFromUtf8("server"))));
        } else {
            Rig.move(server, control);
        }
    }

    private static Frame callback() {
        return new FrameWriter()
                .begin(RecordKinds.CALLBACK, 0, 1, 1, 0)
                .args(new byte[1], 1)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    private static void answer(Rig at, long call) {
        at.server().send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, call).frame());
        at.pump.run();
    }

    private Peer resume() {
        Peer guest = rig.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setResume(
                                Resume.newBuilder()
                                        .setSession(opened.getSession())
                                        .setSecret(opened.getResumeSecret())
                                        .setVm(VM)
                                        .setReceived(3)
                                        .setLastCall(1)
                                        .setAcknowledgedCall(1)));
        rig.pump.run();
        return guest;
    }

    private RouterSession session() {
        return rig.registry.all().getFirst();
    }

    private SessionView facts() {
        return Objects.requireNonNull(session().facts());
    }

    @Test
    void shouldTellAnotherRouterWhatItNeedsToGoOn() throws InvalidProtocolBufferException {
        StoredSession session = StoredSession.parseFrom(saved.kept().getFirst().getContent());
        assertThat(session.getSession()).isEqualTo(opened.getSession());
        assertThat(session.hasSuspended()).isTrue();
        assertThat(session.getSuspended().getLastCallback()).isEqualTo(1);
        assertThat(session.getLastCall()).isEqualTo(1);
        assertThat(session.getGuestFrames()).as("another router counts anew").isZero();
        assertThat(session.getAnswer().getResumeSecret().isEmpty())
                .as("the secret for the server of this router")
                .isTrue();
        assertThat(session.getGuestSecretDigest().isEmpty()).isFalse();
        assertThat(saved.kept()).as("and notes on the object").hasSizeGreaterThan(2);
    }

    @Test
    void shouldBeAtNoServerWhenItsGuestIsBack() {
        Peer guest = resume();
        assertThat(guest.controls().getFirst().getResumed().getAnew()).isTrue();
        assertThat(facts().isSuspended()).isTrue();
        assertThat(session().id()).isEqualTo(opened.getSession());
        assertThat(session().lastDecided()).isEqualTo(1);
        assertThat(rig.books(VM).held("memory")).as("on devices").isZero();
        assertThat(rig.pool.views()).extracting(ServerView::sessions).containsOnly(0);
        guest.send(new Calls(2).call(ToyCatalog.ALLOC, true, 71, 500).frame());
        rig.pump.run();
        assertThat(rig.servers).isEmpty();
        assertThat(guest.isOpen()).isTrue();

        guest.link().close();
        rig.pump.run();
        assertThat(rig.registry.registrations()).isZero();
        assertThat(rig.pool.views()).extracting(ServerView::sessions).containsOnly(0);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldGoOnAtAnotherServerWithTheCommandsThatWaited() {
        Peer guest = resume();
        guest.send(new Calls(2).call(ToyCatalog.ALLOC, true, 71, 500).frame());
        rig.pump.run();
        goOnAtAnotherServer();
        assertThat(rig.server().records()).extracting(Seen::call).containsExactly(1L, 2L);
        assertThat(facts().isSuspended()).isFalse();
        assertThat(facts().device()).isEqualTo("b/1");
        assertThat(rig.books(VM).device("b/1").held("memory")).isEqualTo(1500);
    }

    /** A program that makes no call does not tell the router that it counts anew. */
    @Test
    void shouldNotMissFramesOfAProgramThatHasBeenSentNoneSinceTheRestart() {
        resume();
        goOnAtAnotherServer();
        SessionFile file = Objects.requireNonNull(session().file());
        assertThat(file.session().hasSuspended()).isFalse();
        assertThat(file.session().getGuestFrames()).isZero();
    }

    private void goOnAtAnotherServer() {
        Placed place = (Placed) rig.pool.take("b", 1, 1, ToyCatalog.API, VM);
        SessionMove move =
                Objects.requireNonNull(session().resumeAt(place, AtRest.getDefaultInstance()));
        var _ = move.rest(LIMIT);
        CompletableFuture<Integer> recreated = move.recreate();
        rig.pump.run();
        Peer server = rig.server();
        assertThat(server.controls().getFirst().getOpen().getCallbacksAfter())
                .isEqualTo(1 + OTHER_CALLBACKS);
        assertThat(server.records()).extracting(Seen::call).containsExactly(1L);
        answer(rig, 1);
        assertThat(recreated).isCompleted();
        CompletableFuture<Long> taken = move.take(TOKEN);
        rig.pump.run();
        server.send(Control.newBuilder().setStateMoved(StateMoved.getDefaultInstance()));
        rig.pump.run();
        assertThat(taken).isCompleted();
        var _ = move.goOn();
        rig.pump.run();
    }
}
