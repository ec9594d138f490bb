package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.link.resume.PeerProcess;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Protection;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The terms that guest and server are told when a session is opened. */
@ExtendWith(NoLeaks.class)
final class OpeningTermsTest {
    private static final String VM = "blue";

    /** How much longer a server waits than the router tries. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    @TempDir private Path folder;

    private static Peer open(Rig rig) {
        Peer guest = rig.connectResumable(Optional.empty());
        guest.send(
                Control.newBuilder()
                        .setOpen(
                                Open.newBuilder()
                                        .setProtocol(1)
                                        .setApi(ToyCatalog.API)
                                        .setApiDigest(ToyCatalog.DIGEST)
                                        .setVm(VM)
                                        .setWantsResume(true)));
        rig.pump.run();
        return guest;
    }

    private static Open told(Rig rig) {
        return rig.server().controls().getFirst().getOpen();
    }

    private static Opened answer(Peer guest) {
        return guest.controls().stream()
                .filter(Control::hasOpened)
                .findFirst()
                .orElseThrow()
                .getOpened();
    }

    private static void grant(Rig rig, UnaryOperator<GrantBuilder> change) {
        rig.grants.change(state -> state.withOwn(VM, change.apply(Grant.STANDARD.edit()).build()));
    }

    private static void answerWithSecret(Rig rig) {
        rig.atServer((server, control) ->
                server.send(
                        Control.newBuilder()
                                .setOpened(
                                        Opened.newBuilder()
                                                .setResumeSecret(
                                                        ByteString.copyFromUtf8("secret")))));
    }

    @Test
    void shouldTellTheServerTheLimitsOfTheGrant() {
        try (Rig rig = new Rig()) {
            grant(
                    rig,
                    grant ->
                            grant.kernelNanos(5_000_000)
                                    .quota("memory", 4096)
                                    .protection(Protection.REBUILD));
            open(rig);
            assertThat(told(rig).getKernelLimitNanos()).isEqualTo(5_000_000);
            assertThat(told(rig).getDeviceMemory()).isEqualTo(4096);
            assertThat(told(rig).getReportsChoices()).isTrue();
        }
    }

    @Test
    void shouldNotAskForReportsThatOnlyAProtectedSessionNeeds() {
        try (Rig rig = new Rig()) {
            open(rig);
            assertThat(told(rig).getReportsChoices()).isFalse();
        }
    }

    @Test
    void shouldHaveTheServerWaitLongerThanTheRouterTries() {
        try (Rig rig = new Rig("hira.router.recovery.reconnect = 7 s")) {
            open(rig);
            assertThat(told(rig).getWantsResume()).isTrue();
            assertThat(told(rig).getResumeNanos())
                    .isEqualTo(Duration.ofSeconds(7).plus(MARGIN).toNanos());
            assertThat(told(rig).getOutlivesRouter()).isFalse();
            assertThat(told(rig).getProcessIdentity()).isEqualTo(PeerProcess.ownIdentity());
        }
    }

    @Test
    void shouldNotHaveTheServerWaitWhenTheRouterDoesNotTry() {
        try (Rig rig = new Rig("hira.router.recovery.reconnect = 0 s")) {
            open(rig);
            assertThat(told(rig).getWantsResume()).isFalse();
            assertThat(told(rig).getResumeNanos()).isZero();
        }
    }

    private Open toldOfKept(String settings) {
        try (Rig rig = new Rig(settings)) {
            rig.registry.keepIn(KeptSessions.open(folder));
            open(rig);
            return told(rig);
        }
    }

    @Test
    void shouldHaveTheServerWaitForTheNextRouterAsLongAsForGuests() {
        Open kept = toldOfKept("hira.router.timeouts.resume = 40 s");
        assertThat(kept.getResumeNanos()).isEqualTo(Duration.ofSeconds(40).plus(MARGIN).toNanos());
        assertThat(kept.getOutlivesRouter()).isTrue();
        assertThat(kept.getProcessIdentity()).as("another process may come").isEmpty();
        assertThat(toldOfKept("hira.router.timeouts.resume = 1 s").getResumeNanos())
                .as("no shorter than it tries itself")
                .isEqualTo(Duration.ofSeconds(5).plus(MARGIN).toNanos());
    }

    @Test
    void shouldTellTheGuestForHowLongItMayComeBackToThisProcess() {
        try (Rig rig = new Rig("hira.router.timeouts.resume = 40 s")) {
            Opened answer = answer(open(rig));
            assertThat(answer.getResumeSecret().isEmpty()).isFalse();
            assertThat(answer.getResumeNanos()).isEqualTo(Duration.ofSeconds(40).toNanos());
            assertThat(answer.getProcessIdentity()).isEqualTo(PeerProcess.ownIdentity());
        }
    }

    @Test
    void shouldTellTheGuestThatItMayComeBackToAnotherProcess() {
        try (Rig rig = new Rig()) {
            rig.registry.keepIn(KeptSessions.open(folder));
            answerWithSecret(rig);
            assertThat(answer(open(rig)).getProcessIdentity()).isEmpty();
            assertThat(folder).isNotEmptyDirectory();
        }
    }

    @Test
    void shouldNotKeepASessionThatItsServerDoesNotKeep() {
        try (Rig rig = new Rig()) {
            rig.registry.keepIn(KeptSessions.open(folder));
            assertThat(answer(open(rig)).getProcessIdentity()).isEqualTo(PeerProcess.ownIdentity());
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void shouldNotKeepASessionWhoseGuestCannotResumeIt() {
        try (Rig rig = new Rig()) {
            rig.registry.keepIn(KeptSessions.open(folder));
            answerWithSecret(rig);
            assertThat(rig.open().isOpen()).isTrue();
            assertThat(told(rig).getOutlivesRouter()).isFalse();
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void shouldOpenASessionOfAPausedVmWhoseCommandsWait() {
        try (Rig rig = new Rig()) {
            rig.registry.standings().set(VM, VmStanding.PAUSED);
            Peer guest = open(rig);
            guest.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
            rig.pump.run();
            assertThat(rig.server().records()).isEmpty();
            RouterSession session = rig.registry.all().getFirst();
            session.execute(() -> session.obey(VmStanding.RUNNING));
            rig.pump.run();
            assertThat(rig.server().records()).hasSize(1);
            session.execute(() -> session.obey(new VmStanding.Evicted("unpaid")));
            rig.pump.run();
            assertThat(session.hasEnded()).isTrue();
            assertThat(rig.count("hira.router.sessions.ended", "cause", "refused")).isEqualTo(1);
        }
    }

    @Test
    void shouldKnowTheWaysToItsGuestAndServer() {
        try (Rig rig = new Rig()) {
            rig.ignoreAtServer();
            open(rig);
            assertThat(rig.registry.all()).as("opening").isEmpty();
            rig.server().send(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
            rig.pump.run();
            RouterSession session = rig.registry.all().getFirst();
            assertThat(session.listener()).isEqualTo("test:listener");
            assertThat(session.serverTransport()).isEqualTo("test");
            assertThat(session.token()).isEmpty();
            assertThat(session.lastDecided()).isZero();
        }
    }

    @Test
    void shouldKnowTheTokenThatProvesTheVm() {
        try (Rig rig = new Rig("hira.router.auth { mode = token, tokens { red = sesame } }")) {
            rig.open(o -> o.setVm("red").setToken("sesame"));
            assertThat(rig.registry.all().getFirst().token()).isPresent();
        }
    }
}
