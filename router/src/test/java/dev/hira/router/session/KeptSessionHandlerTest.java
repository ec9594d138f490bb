package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.link.resume.ResumeSecret;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.SessionView.ProtectionNow;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.state.v1.StoredSession;
import dev.hira.state.v1.StoredSuspension;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Control.BodyCase;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that the router's previous process has left. */
@ExtendWith(NoLeaks.class)
final class KeptSessionHandlerTest {
    private static final Duration RECONNECT = Duration.ofSeconds(5);
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
        resumeAtServer(lastCall);
    }

    private void resumeAtServer(long lastCall) {
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
        guest.send(
                Control.newBuilder()
                        .setResume(request.getVm().isEmpty() ? request.setVm("blue") : request));
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
    void shouldLetTheGuestTryAgainWhileTheFileCannotBeRead() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);
        Path file = files().getFirst();
        Path aside = folder.resolve("aside");
        Files.move(file, aside);
        Files.createDirectory(file);

        Peer early = resume(request(guest));
        assertThat(early.status())
                .isEqualTo(
                        new LinkStatus(
                                Cause.UNAVAILABLE,
                                "the router cannot read the session's file now; its log says why"));
        Files.delete(file);
        Files.move(aside, file);
        assertThat(resume(request(guest)).isOpen()).isTrue();
    }

    @Test
    void shouldRefuseTheGuestOfAnotherVmAndKeepTheSession() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);

        Peer thief = resume(request(guest).setVm("red"));
        assertThat(thief.status().cause()).isEqualTo(Cause.REFUSED);
        assertThat(files()).hasSize(1);
        assertThat(resume(request(guest)).isOpen()).isTrue();
    }

    @Test
    void shouldLetTheServerGoOnOnceTheBooksAreRestored() {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);

        resume(request(guest));
        assertThat(rig.server().controls())
                .extracting(Control::getBodyCase)
                .containsExactly(BodyCase.RESUME, BodyCase.HOLD_KERNELS, BodyCase.GO_ON);
        assertThat(rig.server().controls().getFirst().getResume().getAnew()).isTrue();
        assertThat(rig.registry.everOpened()).isEqualTo(1);
    }

    @Test
    void shouldTellAGuestAgainThatDidNotHearThatFramesAreCountedAnew() {
        Calls calls = new Calls();
        Peer guest = openAndCall(calls, 1);
        restart(1);
        Peer deaf = resume(request(guest));
        deaf.link().kill();
        rig.pump.run();
        assertThat(rig.registry.all().getFirst().detachedFor()).isNotNull();

        Peer again = resume(request(guest));
        assertThat(again.controls().getFirst().getResumed().getAnew()).isTrue();
        assertThat(rig.registry.all()).hasSize(1);
        assertThat(rig.registry.registrations()).isEqualTo(1);
        again.send(new Calls(2).call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        assertThat(rig.server().records()).extracting(Calls.Seen::call).containsExactly(2L);
    }

    /** Resumes a session at a server that does not answer. */
    private Peer resuming(Peer guest) {
        former.registry.all().forEach(RouterSession::leave);
        next(1);
        rig.ignoreAtServer();
        return resume(request(guest));
    }

    /** Asserts that an attempt has left no trace but the session, which can go on. */
    private void assertMayTryAgain(Peer guest) throws IOException {
        assertThat(rig.server().status().cause())
                .as("the server is not told that the session ended")
                .isEqualTo(Cause.UNAVAILABLE);
        assertThat(files()).hasSize(1);
        assertThat(rig.registry.registrations()).isZero();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        resumeAtServer(1);
        assertThat(resume(request(guest)).isOpen()).isTrue();
        assertThat(rig.registry.all()).hasSize(1);
    }

    @Test
    void shouldTellAGuestToTryAgainWhoseEarlierAttemptIsUnderWay() {
        Peer guest = openAndCall(new Calls(), 1);
        Peer first = resuming(guest);

        Peer second = resume(request(guest));
        assertThat(second.status())
                .isEqualTo(
                        new LinkStatus(Cause.UNAVAILABLE, "the session is being resumed already"));
        assertThat(first.isOpen()).isTrue();
        assertThat(rig.registry.registrations()).isEqualTo(1);
    }

    /** The guest of a slow router connects again before it is told that its session goes on. */
    @Test
    void shouldKnowTheSessionOfAGuestThatTriesAgainWhileItsSessionOpens() {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);
        List<Peer> tries = new ArrayList<>();
        rig.registry.watchOpenings(_ -> {
            if (tries.isEmpty()) {
                tries.add(resume(request(guest)));
            }
        });
        resume(request(guest));
        rig.pump.run();
        assertThat(tries.getFirst().isOpen()).as("%s", tries.getFirst()).isTrue();
        assertThat(tries.getFirst().controls().getFirst().getResumed().getAnew()).isTrue();
        assertThat(rig.registry.all()).hasSize(1);
    }

    @Test
    void shouldLeaveTheSessionWhereItIsWhenTheGuestGoesMeanwhile() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        Peer again = resuming(guest);
        again.link().kill();
        rig.pump.run();
        assertMayTryAgain(guest);
    }

    @Test
    void shouldRefuseFramesOfAGuestThatIsNotBackYet() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        Peer again = resuming(guest);
        again.send(new Calls().call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        assertThat(again.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(again.status().message())
                .endsWith("a frame came before the session was resumed");
        assertMayTryAgain(guest);
    }

    @Test
    void shouldRefuseAServerThatOpensTheSessionInsteadOfResumingIt() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        Peer again = resuming(guest);
        rig.server().send(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
        rig.pump.run();
        assertThat(again.status().message()).contains("OPENED came before the session was resumed");
        assertMayTryAgain(guest);
    }

    @Test
    void shouldRefuseAServerThatHasNotCountedAnew() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        Peer again = resuming(guest);
        rig.server().send(Control.newBuilder().setResumed(Resumed.getDefaultInstance()));
        rig.pump.run();
        assertThat(again.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertMayTryAgain(guest);
    }

    @Test
    void shouldLetTheGuestTryAgainWhileItsServerMayYetComeBack() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        LinkStatus away = new LinkStatus(Cause.UNAVAILABLE, "not there");
        assertThat(closed(resuming(guest), away)).isEqualTo(away);
        rig.nanos.addAndGet(RECONNECT.toNanos() - 1);
        assertThat(closed(resume(request(guest)), away)).isEqualTo(away);
        assertThat(files()).hasSize(1);

        rig.nanos.incrementAndGet();
        assertThat(closed(resume(request(guest)), away).message())
                .isEqualTo(
                        "the API server 's1' lost the session while the router was restarted"
                                + " (not there)");
        assertThat(files()).isEmpty();
    }

    /** Closes the server's link; returns what the guest is told. */
    private LinkStatus closed(Peer guest, LinkStatus reason) {
        rig.server().link().close(reason);
        rig.pump.run();
        return guest.status();
    }

    @Test
    void shouldNotWaitForAServerThatDoesNotKnowTheSession() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        LinkStatus told = closed(resuming(guest), new LinkStatus(Cause.REFUSED, "it is not here"));
        assertThat(told.message()).contains("lost the session").contains("not here");
        assertThat(files()).isEmpty();
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldRefuseTheSessionOfAnEvictedVm() throws IOException {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);
        rig.registry.standings().set("blue", new VmStanding.Evicted("unpaid"));
        assertThat(resume(request(guest)).status())
                .isEqualTo(new LinkStatus(Cause.REFUSED, "unpaid"));
        assertThat(files()).hasSize(1);
        assertThat(rig.servers).isEmpty();
    }

    @Test
    void shouldRefuseASessionWhileTheRouterStops() {
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);
        rig.registry.close();
        assertThat(resume(request(guest)).status().cause()).isEqualTo(Cause.EXHAUSTED);
        assertThat(rig.servers).isEmpty();
    }

    @Test
    void shouldRefuseASessionWhoseServerIsNoLongerConfigured() {
        Peer guest = openAndCall(new Calls(), 1);
        former.registry.all().forEach(RouterSession::leave);
        try (Rig other =
                new Rig("hira.router.servers = [{name = s2, uri = \"hira+unix:///nowhere/2\"}]")) {
            other.registry.keepIn(KeptSessions.open(folder));
            Peer again = other.connectResumable(Optional.empty());
            again.send(Control.newBuilder().setResume(request(guest).setVm("blue")));
            other.pump.run();
            assertThat(again.status())
                    .isEqualTo(
                            new LinkStatus(
                                    Cause.REFUSED,
                                    "the router no longer has the API server at"
                                            + " hira+unix:///nowhere/1"));
            assertThat(other.registry.registrations()).isZero();
        }
    }

    @Test
    void shouldSayThatTheCommandsOfATransparentSessionAreLost() {
        former.grants.change(state ->
                state.withOwn(
                        "blue", Grant.STANDARD.edit().protection(Protection.TRANSPARENT).build()));
        EventQueue seen = rig.events.watch(EventFilter.usual("blue"), 16, () -> {});
        Peer guest = openAndCall(new Calls(), 1);
        restart(1);

        assertThat(resume(request(guest)).isOpen()).isTrue();
        ProtectionNow now = rig.registry.all().getFirst().protection();
        assertThat(now.level()).isEqualTo(Protection.REBUILD);
        assertThat(now.repeatable()).isFalse();
        assertThat(seen.drain())
                .extracting(RouterEvent::kind)
                .containsExactly(EventKind.PROTECTION_REDUCED, EventKind.SESSION_OPENED);
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
        return resumeStored(session, request -> request);
    }

    private Peer resumeStored(StoredSession.Builder session, UnaryOperator<Resume.Builder> change) {
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
                change.apply(
                        Resume.newBuilder()
                                .setSession("s")
                                .setSecret(ByteString.copyFrom(secret.bytes()))
                                .setReceived(4)));
    }

    private void assertEnds(Peer guest, String why) throws IOException {
        assertThat(guest.status().cause()).isEqualTo(Cause.REFUSED);
        assertThat(guest.status().message())
                .isEqualTo(
                        "this router cannot go on with the session: " + why + "; open a new one");
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
    void shouldEndASessionOfAnApiThatTheRouterNoLongerKnows() throws IOException {
        assertEnds(
                resumeStored(
                        StoredSession.newBuilder()
                                .setGuestFrames(4)
                                .setAsked(Open.newBuilder().setApi(ToyCatalog.API + 1))),
                "the router does not know its API any longer");
    }

    private static StoredSession.Builder suspendedAfter(long lastCall) {
        return StoredSession.newBuilder()
                .setLastCall(lastCall)
                .setSuspended(StoredSuspension.getDefaultInstance());
    }

    @Test
    void shouldEndASuspendedSessionWhoseProgramHasGoneOnElsewhere() throws IOException {
        String why =
                "its program has made calls since the VM was suspended, or lacks an answer to an"
                        + " earlier one";
        assertEnds(resumeStored(suspendedAfter(7), request -> request.setAcknowledgedCall(8)), why);
        assertEnds(resumeStored(suspendedAfter(7), request -> request.addWaitingCalls(7)), why);
        assertEnds(
                resumeStored(
                        suspendedAfter(7),
                        request -> request.setAcknowledgedCall(7).addWaitingCalls(8)),
                "the router does not know its API any longer");
    }

    @Test
    void shouldNotSayThatASuspendedSessionHasChangedItsServer() throws IOException {
        StoredSession.Builder ahead = suspendedAfter(7).setGuestFrames(5);
        assertEnds(
                resumeStored(ahead, request -> request.setAcknowledgedCall(8)),
                "its program has made calls since the VM was suspended, or lacks an answer to an"
                        + " earlier one");
        StoredSession.Builder elsewhere = suspendedAfter(7).setGuestFrames(5);
        assertEnds(
                resumeStored(elsewhere, request -> request.setAcknowledgedCall(7)),
                "its program has been at another router since the VM was suspended, or lacks"
                        + " messages of this one");
    }

    @Test
    void shouldEndASessionWhoseThreadsWereNotToldOfALoss() throws IOException {
        assertEnds(
                resumeStored(StoredSession.newBuilder().setLossUntold(true)),
                "it had just changed its API server when the router ended, and messages to the"
                        + " guest were lost");
    }
}
