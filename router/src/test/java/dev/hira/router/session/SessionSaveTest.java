package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.policy.model.Grant;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions whose state is saved, that leave their server, and that come back. */
@ExtendWith(NoLeaks.class)
final class SessionSaveTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final ByteString TOKEN = ByteString.copyFrom(new byte[32]);

    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");

    private Peer guest;
    private Peer old;
    private RouterSession session;
    private SessionSave save;

    @BeforeEach
    void open() {
        guest = rig.open();
        old = rig.server();
        session = rig.registry.all().getFirst();
        save = Objects.requireNonNull(session.save());
        guest.send(new Calls(1).call(ToyCatalog.ALLOC, true, 70, 100).frame());
        rig.pump.run();
        answer(old, ToyCatalog.ALLOC, 1);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private SessionView facts() {
        return Objects.requireNonNull(session.facts());
    }

    private void answer(Peer server, int function, long call) {
        server.send(new Calls().record(RecordKinds.REPLY, 0, function, call).frame());
        rig.pump.run();
    }

    private void work(long call) {
        guest.send(new Calls(call).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
    }

    private CheckpointSession rest(AtRest.Builder answer) {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        rig.pump.run();
        old.send(Control.newBuilder().setAtRest(answer));
        rig.pump.run();
        Saved saved = rested.join();
        assertThat(saved.calls()).extracting(Frame::records).containsExactly(1);
        saved.calls().forEach(Frame::release);
        return saved.session();
    }

    private CompletableFuture<Long> offer() {
        CompletableFuture<Long> offered = save.offer(TOKEN);
        rig.pump.run();
        assertThat(old.controls().getLast().getSendState().getTarget()).isEmpty();
        assertThat(old.controls().getLast().getSendState().getToken()).isEqualTo(TOKEN);
        return offered;
    }

    private void given(String problem) {
        old.send(
                Control.newBuilder()
                        .setStateMoved(StateMoved.newBuilder().setProblem(problem).setBytes(4096)));
        rig.pump.run();
    }

    private CheckpointSession suspend() {
        CheckpointSession saved = rest(AtRest.newBuilder().setPlacements(TOKEN));
        CompletableFuture<Long> offered = offer();
        given("");
        assertThat(offered).isCompletedWithValue(4096L);
        CompletableFuture<Void> left = save.leave();
        rig.pump.run();
        assertThat(left).isCompleted();
        return saved;
    }

    private SessionMove back(CheckpointSession saved) {
        Placed place = (Placed) rig.pool.take("b", 1, 1, ToyCatalog.API, facts().vm());
        SessionMove move = Objects.requireNonNull(session.resumeAt(place, saved.getRest()));
        CompletableFuture<Void> rested = move.rest(LIMIT);
        rig.pump.run();
        assertThat(rested).isCompleted();
        return move;
    }

    private long books() {
        return rig.books(facts().vm()).held("memory");
    }

    private int places() {
        return rig.pool.views().stream().mapToInt(server -> server.sessions()).sum();
    }

    @Test
    void shouldGoOnAfterItsStateWasSaved() {
        CheckpointSession saved = rest(AtRest.newBuilder());
        assertThat(saved.getSession()).isEqualTo(session.id());
        assertThat(saved.getLastCall()).isEqualTo(1);
        assertThat(saved.getDevices()).as("all that the server has").isEqualTo(2);
        work(2);
        assertThat(old.records()).as("while it is saved").hasSize(1);
        var _ = offer();
        given("");
        save.goOn();
        rig.pump.run();
        assertThat(old.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);
        assertThat(session.lastDecided()).isEqualTo(2);
        assertThat(books()).isEqualTo(100);
        assertThat(places()).isEqualTo(1);
    }

    @Test
    void shouldHoldNothingAtServersWhileItIsSuspended() {
        suspend();
        assertThat(old.isOpen()).isFalse();
        assertThat(guest.isOpen()).isTrue();
        assertThat(facts().isSuspended()).isTrue();
        assertThat(books()).isZero();
        assertThat(places()).isZero();
        assertThat(facts().ledger().held(0)).isZero();
        assertThat(session.save()).isNull();
        Placed place = (Placed) rig.pool.take("b", 1, 1, ToyCatalog.API, facts().vm());
        assertThat(session.moveTo(place)).isNull();
        rig.pool.release(place, facts().vm());
        work(2);
        assertThat(rig.servers).hasSize(1);
    }

    @Test
    void shouldComeBackWithItsCommandsAndFailures() {
        AtRest.Builder rest =
                AtRest.newBuilder()
                        .setPlacements(TOKEN)
                        .addFailedLanes(3)
                        .addFailures(Failure.newBuilder().setCode(7).setFunction(4).setCallId(5));
        CheckpointSession saved = rest(rest);
        var _ = offer();
        given("");
        var _ = save.leave();
        rig.pump.run();
        work(2);

        SessionMove move = back(saved);
        CompletableFuture<Integer> recreated = move.recreate();
        rig.pump.run();
        Peer fresh = rig.server();
        assertThat(fresh.controls().getFirst().getOpen().getPlacements()).isEqualTo(TOKEN);
        assertThat(fresh.controls().getFirst().getOpen().getTakesOver()).isTrue();
        assertThat(fresh.records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.CALL, RecordKinds.REFUSED);
        answer(fresh, ToyCatalog.ALLOC, 1);
        assertThat(recreated).isCompleted();
        CompletableFuture<Long> taken = move.take(TOKEN);
        rig.pump.run();
        assertThat(fresh.controls().getLast().getAwaitState().getToken()).isEqualTo(TOKEN);
        fresh.send(Control.newBuilder().setStateMoved(StateMoved.newBuilder().setBytes(4096)));
        rig.pump.run();
        assertThat(taken).isCompletedWithValue(4096L);
        CompletableFuture<Void> gone = move.goOn();
        rig.pump.run();
        assertThat(gone).isCompleted();
        assertThat(fresh.records()).extracting(Calls.Seen::call).containsExactly(1L, 5L, 2L);
        assertThat(facts().isSuspended()).isFalse();
        assertThat(books()).isEqualTo(100);
        assertThat(rig.books(facts().vm()).device("b/1").held("memory")).isEqualTo(100);
        answer(fresh, ToyCatalog.WORK, 2);
        assertThat(guest.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);

        guest.link().close();
        rig.pump.run();
        assertThat(places()).isZero();
        assertThat(books()).isZero();
    }

    @Test
    void shouldStaySuspendedWhenTheQuotaHasNoRoom() {
        CheckpointSession saved = suspend();
        Grant grant = rig.grants.state().of(facts().vm()).edit().quota("memory", 99).build();
        assertThat(rig.grants.change(state -> state.withOwn(facts().vm(), grant))).isNotNull();
        SessionMove move = back(saved);
        CompletableFuture<Integer> recreated = move.recreate();
        rig.pump.run();
        assertThatThrownBy(recreated::join)
                .hasMessageContaining("would hold 100 of 99 bytes allowed of memory");
        assertThat(rig.servers).as("servers that were asked").hasSize(1);
        assertThat(facts().isSuspended()).isTrue();
        assertThat(books()).isZero();
        assertThat(places()).isZero();
    }

    @Test
    void shouldStaySuspendedWhenTheNewServerFails() {
        CheckpointSession saved = suspend();
        work(2);
        for (int round = 0; round < 3; round++) {
            SessionMove move = back(saved);
            CompletableFuture<Integer> recreated = move.recreate();
            rig.pump.run();
            answer(rig.server(), ToyCatalog.ALLOC, 1);
            assertThat(recreated).isCompleted();
            CompletableFuture<Long> taken = move.take(TOKEN);
            rig.pump.run();
            rig.server().link().kill();
            rig.pump.run();
            assertThatThrownBy(taken::join)
                    .hasMessageContaining("the connection to the new server");
            assertThat(facts().isSuspended()).isTrue();
            assertThat(guest.isOpen()).isTrue();
            assertThat(books()).isZero();
            assertThat(places()).isZero();
        }
    }

    @Test
    void shouldStayAtItsServerWhenSavingFails() {
        rest(AtRest.newBuilder());
        CompletableFuture<Long> offered = offer();
        given("the device is broken");
        assertThatThrownBy(offered::join).hasMessageContaining("the device is broken");
        work(2);
        assertThat(old.records()).hasSize(2);
        assertThat(facts().isSuspended()).isFalse();
        assertThat(places()).isEqualTo(1);
    }

    private void fromOld(Control.Builder control) {
        old.send(control);
        rig.pump.run();
    }

    @Test
    void shouldDescribeTheSessionThatIsSaved() {
        CheckpointSession saved = rest(AtRest.newBuilder().setPlacements(TOKEN));
        assertThat(saved.getApi()).isEqualTo(ToyCatalog.API);
        assertThat(saved.getApiDigest()).isEqualTo(ToyCatalog.DIGEST);
        assertThat(saved.getGranule()).isEqualTo(facts().placed().granule());
        assertThat(saved.getArena()).isFalse();
        assertThat(saved.getCalls()).isEqualTo(1);
        assertThat(saved.getRest().getPlacements()).isEqualTo(TOKEN);
    }

    @Test
    void shouldCopyMemoryInRoundsWhileTheSessionWorks() {
        CompletableFuture<Placed> begun = save.start();
        CompletableFuture<SessionMove.Round> round = save.round(TOKEN);
        rig.pump.run();
        assertThat(begun).isCompletedWithValue(facts().placed());
        assertThat(old.controls().getLast().getCopyRound().getToken()).isEqualTo(TOKEN);
        work(2);
        assertThat(old.records()).as("it is not held").hasSize(2);
        fromOld(
                Control.newBuilder()
                        .setRoundCopied(RoundCopied.newBuilder().setBytes(4096).setPending(512)));
        assertThat(round).isCompletedWithValue(new SessionMove.Round(4096, 512));
        save.goOn();
        rig.pump.run();
        assertThat(old.controls().getLast().hasEndCopy())
                .as("the server may forget which memory has changed")
                .isTrue();
    }

    @Test
    void shouldEndWhenARoundFails() {
        var _ = save.start();
        CompletableFuture<SessionMove.Round> round = save.round(TOKEN);
        rig.pump.run();
        fromOld(Control.newBuilder().setRoundCopied(RoundCopied.newBuilder().setProblem("busy")));
        assertThatThrownBy(round::join).hasMessageContaining("the memory cannot be copied: busy");
        assertThat(session.moveTo(facts().placed())).as("another one may begin").isNotNull();
    }

    @Test
    void shouldGoOnWhenTheSessionCannotComeToRest() {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().getLast().getComeToRest().getLimitNanos())
                .isEqualTo(LIMIT.toNanos());
        assertThat(old.controls().getLast().getComeToRest().getStopsWork()).isFalse();
        fromOld(Control.newBuilder().setAtRest(AtRest.newBuilder().setProblem("it works on")));
        assertThatThrownBy(rested::join)
                .hasMessageContaining("the session cannot come to rest: it works on");
        work(2);
        assertThat(old.records()).hasSize(2);
        assertThat(old.controls()).noneMatch(Control::hasGoOn);
    }

    @Test
    void shouldLetWorkThatStandsStillGoOnWhenTheRouterItselfFailsToSave() {
        SessionSave unasked = Objects.requireNonNull(session.save(true));
        var _ = unasked.rest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().getLast().getComeToRest().getFunctionsOnly()).isTrue();
        work(2);
        assertThat(old.records()).as("functions may make calls").hasSize(2);
        old.send(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
        rig.pump.run();
        assertThat(old.controls().getLast().getComeToRest().getFunctionsOnly()).isFalse();
        assertThat(old.controls().getLast().getComeToRest().getStopsWork()).isTrue();
        unasked.abandon("the disk is full");
        rig.pump.run();
        assertThat(old.controls().getLast().hasGoOn()).isTrue();
    }

    @Test
    void shouldRefuseToSaveDuringAMoveAndGiveWayToNone() {
        var _ = save.start();
        rig.pump.run();
        SessionSave second = Objects.requireNonNull(session.save());
        CompletableFuture<Placed> begun = second.start();
        rig.pump.run();
        assertThatThrownBy(begun::join).hasMessageContaining("a move of the session is under way");
        assertThat(second.isDisplaced()).isTrue();
        assertThat(save.isOver()).isFalse();
        assertThat(save.isDisplaced()).isFalse();
    }

    @Test
    void shouldDoNothingAfterItIsOver() {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        rig.pump.run();
        fromOld(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
        rested.join().calls().forEach(Frame::release);
        save.abandon("enough");
        rig.pump.run();
        int sent = old.controls().size();
        CompletableFuture<Void> left = save.leave();
        var _ = save.offer(TOKEN);
        var _ = save.rest(LIMIT);
        CompletableFuture<SessionMove.Round> round = save.round(TOKEN);
        rig.pump.run();
        assertThat(old.controls()).hasSize(sent);
        assertThat(left).isCompletedExceptionally();
        assertThat(round).isCompletedExceptionally();
        assertThat(facts().isSuspended()).isFalse();
        work(2);
        assertThat(old.records()).hasSize(2);
    }

    @Test
    void shouldCopyNothingOnceTheSessionHasLeftItsServer() {
        suspend();
        CompletableFuture<SessionMove.Round> round = save.round(TOKEN);
        rig.pump.run();
        assertThatThrownBy(round::join).hasMessageContaining("the saving is over");
    }

    @Test
    void shouldEndTheSavingWithTheServer() {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        rig.pump.run();
        old.link().kill();
        rig.pump.run();
        assertThat(rested).isCompletedExceptionally();
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
    }

    @Test
    void shouldStayAtItsServerWhenSavingIsAbandoned() {
        CompletableFuture<Saved> rested = save.rest(LIMIT);
        save.abandon("the operator cancelled it");
        rig.pump.run();
        assertThat(rested).isCompletedExceptionally();
        work(2);
        assertThat(old.records()).hasSize(2);
        SessionSave again = Objects.requireNonNull(session.save());
        CompletableFuture<Saved> second = again.rest(LIMIT);
        rig.pump.run();
        old.send(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
        rig.pump.run();
        assertThat(second).as("the answer was to the first order").isNotDone();
    }

    @Test
    void shouldReleaseASuspendedSessionWhoseGuestEnds() {
        suspend();
        guest.link().close();
        rig.pump.run();
        assertThat(session.hasEnded()).isTrue();
        assertThat(rig.registry.all()).isEmpty();
        assertThat(places()).isZero();
        assertThat(books()).isZero();
    }

    @Test
    void shouldEndTheSavingWithTheSession() {
        rest(AtRest.newBuilder());
        CompletableFuture<Long> offered = offer();
        session.end(new LinkStatus(Cause.REFUSED, "an operator closed it"));
        rig.pump.run();
        assertThatThrownBy(offered::join).hasMessageContaining("ended");
        CompletableFuture<SessionMove.Round> late = save.round(ByteString.EMPTY);
        assertThat(late).isCompletedExceptionally();
        assertThatThrownBy(late::join).hasMessageContaining("ended");
        assertThat(places()).isZero();
    }
}
