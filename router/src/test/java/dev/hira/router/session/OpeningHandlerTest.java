package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.router.placement.ServerView;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Close;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.ProveMemory;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions that do not open at once, or not at all. */
@ExtendWith(NoLeaks.class)
final class OpeningHandlerTest {
    private static final String TWO_SERVERS =
            "hira.router.servers = [{name = s1, uri = \"hira+unix:///nowhere/1\"}, "
                    + "{name = s2, uri = \"hira+unix:///nowhere/2\"}]";

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void assertProtocolBroken(Peer guest, String message) {
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(guest.status().message()).contains(message);
        assertThat(rig.registry.registrations()).isZero();
        assertThat(rig.count("hira.router.sessions.rejected", "cause", "protocol")).isEqualTo(1);
    }

    @Test
    void shouldEndInGoodOrderWhenAGuestLeavesBeforeItAsks() {
        Peer guest = rig.connect(Optional.empty());
        guest.send(Control.newBuilder().setClose(Close.getDefaultInstance()));
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.NORMAL);
        assertThat(rig.timers).isEmpty();
    }

    @Test
    void shouldRefuseASecondRequestOfTheSameGuest() {
        rig.pool.lost("s1", "killed");
        Peer guest = rig.open();
        guest.send(Control.newBuilder().setOpen(Open.getDefaultInstance()));
        rig.pump.run();
        assertProtocolBroken(guest, "OPEN came before the session was open");
    }

    @Test
    void shouldRefuseAProofOfMemoryThatWasNotOffered() {
        rig.ignoreAtServer();
        Peer guest = rig.open();
        guest.send(Control.newBuilder().setProveMemory(ProveMemory.getDefaultInstance()));
        rig.pump.run();
        assertProtocolBroken(guest, "PROVE_MEMORY came before the session was open");
    }

    @Test
    void shouldRefuseAServersMessageThatDoesNotOpenTheSession() {
        rig.ignoreAtServer();
        Peer guest = rig.open();
        rig.server().send(Control.newBuilder().setClose(Close.getDefaultInstance()));
        rig.pump.run();
        assertProtocolBroken(guest, "the API server broke the protocol");
        assertThat(rig.pool.views().getFirst().sessions()).isZero();
    }

    @Test
    void shouldTellTheServerAllThatWasAgreed() {
        rig.open(o -> o.setVm("red").setDevices(2).setProcess("app:7"));
        Open told = rig.server().controls().getFirst().getOpen();
        assertThat(told.getProtocol()).isEqualTo(1);
        assertThat(told.getApi()).isEqualTo(ToyCatalog.API);
        assertThat(told.getApiDigest()).isEqualTo(ToyCatalog.DIGEST);
        assertThat(told.getProcess()).isEqualTo("app:7");
        assertThat(told.getDevices()).isEqualTo(2);
        assertThat(told.getDeviceOrdinalsList()).containsExactlyInAnyOrder(0, 1);
        assertThat(told.getKernelLimitNanos()).as("without a limit").isZero();
        assertThat(told.getDeviceMemory()).as("without a limit").isZero();
    }

    @Test
    void shouldSayWhatASessionWaitedForThatWasNotOpenInTime() {
        Peer silent = rig.connect(Optional.empty());
        rig.pump.run();
        rig.fireTimers();
        assertThat(silent.status().message()).endsWith("the guest did not request a session");

        rig.ignoreAtServer();
        Peer unanswered = rig.open();
        rig.fireTimers();
        assertThat(unanswered.status().message())
                .startsWith("the session was not open after ")
                .contains(" ms (the router's timeouts.open): the API server did not reply; ");
        assertThat(unanswered.status().cause()).isEqualTo(Cause.OVERLOADED);
        assertThat(rig.server().isOpen()).isFalse();

        rig.pool.lost("s1", "killed");
        Peer unplaced = rig.open();
        rig.timers.removeLast();
        rig.fireTimers();
        assertThat(unplaced.status().message()).endsWith("no API server could take it");
    }

    @Test
    void shouldHaveADeadlineForOpeningUntilItIsOpen() {
        rig.ignoreAtServer();
        Peer guest = rig.open();
        assertThat(rig.timers).hasSize(1);
        rig.server().send(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
        rig.pump.run();
        assertThat(rig.registry.all()).hasSize(1);
        assertThat(rig.timers).isEmpty();
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldNotEndASessionThatWasOpenWhenItsDeadlineCame() {
        rig.ignoreAtServer();
        Peer guest = rig.open();
        Runnable deadline = rig.timers.getFirst();
        rig.server().send(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
        rig.pump.run();
        deadline.run();
        rig.pump.run();
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldLookForAServerForTwoSecondsAndNoLonger() {
        rig.pool.lost("s1", "killed");
        Peer guest = rig.open();
        fireTimersForTwoSeconds();
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
    }

    private void fireTimersForTwoSeconds() {
        for (int i = 0; i < 99; i++) {
            rig.fireTimersExceptDeadline();
        }
        assertThat(rig.timers).as("after 99 times 20 ms").hasSizeGreaterThan(1);
        rig.fireTimersExceptDeadline();
    }

    @Test
    void shouldOpenAtAnotherServerWhenTheFirstOneIsGone() {
        try (Rig two = new Rig(TWO_SERVERS, false)) {
            two.serving("s1", 1);
            two.refuseAtServer(new LinkStatus(Cause.UNAVAILABLE, "killed"));
            Peer guest = two.open();
            assertThat(guest.isOpen()).isTrue();
            two.pool.lost("s1", "killed");
            two.serving("s2", 1);
            two.atServer(Rig::welcome);
            two.fireTimersExceptDeadline();
            assertThat(guest.controls().getFirst().getOpened().getServer()).isEqualTo("s2");
            assertThat(two.registry.all()).hasSize(1);
            assertThat(two.pool.views()).extracting(ServerView::sessions).containsExactly(0, 1);
        }
    }

    @Test
    void shouldNotBlameTheGuestWhenAServerClosesWithoutAReason() {
        rig.refuseAtServer(LinkStatus.NORMAL);
        Peer guest = rig.open();
        fireTimersForTwoSeconds();
        LinkStatus status = guest.status();
        assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(status.message()).contains("'s1' did not take the session");
    }

    @Test
    void shouldKeepTheCauseForWhichAServerTakesNoSession() {
        rig.refuseAtServer(new LinkStatus(Cause.EXHAUSTED, "too many sessions"));
        assertThat(rig.open().status().cause()).isEqualTo(Cause.EXHAUSTED);
    }

    @Test
    void shouldTellTheLimitsOfAVmsGrantInWhatTheGuestAndServerAgreeOn() {
        rig.grants.change(
                state -> state.withOwn("small", Grant.STANDARD.edit().handles(7).build()));
        Opened opened =
                rig.open(o -> o.setVm("small").setDevices(1)).controls().getFirst().getOpened();
        assertThat(opened.getLimits().getHandles()).isEqualTo(7);
        assertThat(opened.getOffersMemory()).isFalse();
    }
}
