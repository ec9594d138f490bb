package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.protobuf.ByteString;
import dev.hira.policy.Admission;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class SessionMoveTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");

    private Peer guest;
    private Peer old;
    private RouterSession session;
    private Placed place;
    private SessionMove move;
    private CompletableFuture<Integer> recreated = new CompletableFuture<>();

    @BeforeEach
    void open() {
        guest = rig.open();
        old = rig.server();
        session = rig.registry.all().getFirst();
        String other = facts().placed().server().name().equals("a") ? "b" : "a";
        place = (Placed) rig.pool.take(other, 1, 1, ToyCatalog.API, facts().vm());
        move = Objects.requireNonNull(session.moveTo(place));
        guest.send(new Calls(1).call(ToyCatalog.ALLOC, true, 70, 100).frame());
        rig.pump.run();
        answer(old, 1, 0);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private SessionView facts() {
        return Objects.requireNonNull(session.facts());
    }

    private void answer(Peer server, long call, int flags) {
        server.send(new Calls().record(RecordKinds.REPLY, flags, ToyCatalog.ALLOC, call).frame());
        rig.pump.run();
    }

    @CanIgnoreReturnValue
    private CompletableFuture<Void> rest(AtRest.Builder answer) {
        CompletableFuture<Void> rested = move.rest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().getLast().hasComeToRest()).isTrue();
        old.send(Control.newBuilder().setAtRest(answer));
        rig.pump.run();
        return rested;
    }

    private Peer recreate() {
        recreated = move.recreate();
        rig.pump.run();
        return rig.server();
    }

    private void moved(Peer server, String problem, long bytes) {
        server.send(
                Control.newBuilder()
                        .setStateMoved(
                                StateMoved.newBuilder().setProblem(problem).setBytes(bytes)));
        rig.pump.run();
    }

    @Test
    void shouldGoOnAtTheOtherServerWithHeldCommands() {
        rest(AtRest.newBuilder().setPlacements(ByteString.copyFromUtf8("here")));
        guest.send(new Calls(2).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(old.records()).hasSize(1);

        recreated = move.recreate();
        rig.pump.run();
        Peer fresh = rig.server();
        Open asked = fresh.controls().getFirst().getOpen();
        assertThat(asked.getTakesOver()).isTrue();
        assertThat(asked.getPlacements().toStringUtf8()).isEqualTo("here");
        assertThat(asked.getDeviceOrdinalsList()).containsExactly(1);
        assertThat(fresh.records())
                .extracting(Calls.Seen::function, Calls.Seen::call, Calls.Seen::flags)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                ToyCatalog.ALLOC, 1L, RecordFlags.SYNC));
        assertThat(recreated).isNotDone();
        answer(fresh, 1, 0);
        assertThat(recreated).isCompletedWithValue(1);
        assertThat(guest.records()).as("replies to repeated calls").hasSize(1);

        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        ByteString token = fresh.controls().getLast().getAwaitState().getToken();
        assertThat(token.size()).isEqualTo(32);
        assertThat(old.controls().getLast().getSendState().getToken()).isEqualTo(token);
        assertThat(old.controls().getLast().getSendState().getTarget()).startsWith("hira+unix://");
        moved(old, "", 4096);
        assertThat(copied).isNotDone();
        moved(fresh, "", 4096);
        assertThat(copied).isCompletedWithValue(4096L);

        CompletableFuture<Void> gone = move.goOn();
        rig.pump.run();
        assertThat(gone).isCompleted();
        assertThat(fresh.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);
        assertThat(old.isOpen()).as("the held commands come first").isTrue();
        rig.fireTimers();
        assertThat(old.isOpen()).isFalse();
        assertThat(rig.policy.open()).isEqualTo(1);
        assertThat(facts().placed()).isEqualTo(place);
        assertThat(rig.books(facts().vm()).device(deviceOf(place)).held("memory")).isEqualTo(100);
        fresh.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.WORK, 2).frame());
        rig.pump.run();
        assertThat(guest.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);
        assertThat(guest.isOpen()).isTrue();
        guest.link().close();
        rig.pump.run();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        assertThat(rig.books(facts().vm()).held("memory")).isZero();
    }

    /** The first server may make further callbacks after the second has been opened. */
    @Test
    void shouldLetNoServerNumberItsCallbacksLikeAnEarlierOne() {
        old.send(new Calls().record(RecordKinds.CALLBACK, 0, 5, 3).frame());
        rest(AtRest.newBuilder());
        long second = recreate().controls().getFirst().getOpen().getCallbacksAfter();
        assertThat(second).isGreaterThan(1L << 31);
        move.abandon("not now");
        rig.pump.run();
        move = Objects.requireNonNull(session.moveTo(place));
        rest(AtRest.newBuilder());
        long third = recreate().controls().getFirst().getOpen().getCallbacksAfter();
        assertThat(third - second).isGreaterThan(1L << 31);
    }

    @Test
    void shouldNotSendAReturnToTheOtherServerThatHasPassedToTheFirst() {
        old.send(new Calls().record(RecordKinds.CALLBACK, 0, ToyCatalog.WORK, 7).frame());
        rig.pump.run();
        rig.policy.decide(_ -> new Admission.Delay("full"));
        guest.send(
                new Calls(2)
                        .record(RecordKinds.CALLBACK_RETURN, 0, ToyCatalog.WORK, 7)
                        .call(ToyCatalog.WORK, true, 5, 5)
                        .frame());
        rig.pump.run();
        assertThat(returns(old)).isEqualTo(1);
        Peer fresh = moveToTheEnd();
        fresh.send(new Calls().record(RecordKinds.CALLBACK, 0, ToyCatalog.WORK, 7).frame());
        rig.pump.run();
        paths().down().resume();
        rig.pump.run();
        assertThat(returns(fresh)).as("the guest has not run it").isZero();
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, ToyCatalog.WORK, 7).frame());
        rig.pump.run();
        assertThat(returns(fresh)).isEqualTo(1);
    }

    private SessionPaths paths() {
        return Objects.requireNonNull(session.paths());
    }

    private static long returns(Peer server) {
        return server.records().stream()
                .filter(record -> record.kind() == RecordKinds.CALLBACK_RETURN)
                .count();
    }

    @Test
    void shouldTakeTheStepsAtRestAsSoonAsEachIsPossible() {
        CompletableFuture<Long> copied = move.moveAtRest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().getLast().hasComeToRest()).isTrue();
        assertThat(move.rested()).isNotDone();
        old.send(Control.newBuilder().setAtRest(AtRest.newBuilder()));
        rig.pump.run();
        assertThat(move.rested()).isCompleted();
        Peer fresh = rig.server();
        assertThat(move.recreated()).isNotDone();
        answer(fresh, 1, 0);
        assertThat(move.recreated()).isCompletedWithValue(1);
        assertThat(old.controls().getLast().hasSendState()).isTrue();
        assertThat(copied).isNotDone();
        goesOnAt(fresh, copied);
        assertThat(facts().placed()).isEqualTo(place);
    }

    /** Moves the session; its former server has not been left yet. */
    private Peer moveToTheEnd() {
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        answer(fresh, 1, 0);
        goesOnAt(fresh, move.copy());
        assertThat(old.isOpen()).isTrue();
        return fresh;
    }

    /** Its objects were admitted before, and the former server may be the same one. */
    @Test
    void shouldTellTheOtherServerTheQuotaWhenTheFormerOneHasForgottenTheSession() {
        rig.policy.quota(5000);
        Peer fresh = moveToTheEnd();
        assertThat(fresh.controls().getFirst().getOpen().getDeviceMemory()).isZero();
        rig.fireTimers();
        rig.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        guest.send(new Calls(2).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(fresh.controls()).noneMatch(Control::hasMemoryQuota);
        rig.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        guest.send(new Calls(3).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(fresh.controls().getLast().getMemoryQuota().getBytes()).isEqualTo(5000);
    }

    @Test
    void shouldTellTheOtherServerTheQuotaOfAnIdleSession() {
        rig.policy.quota(5000);
        Peer fresh = moveToTheEnd();
        rig.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        rig.fireTimers();
        assertThat(fresh.controls().getLast().getMemoryQuota().getBytes()).isEqualTo(5000);
    }

    @Test
    void shouldLeaveTheFormerServerBeforeAnotherMoveBegins() {
        List<Runnable> timers = List.copyOf(rig.timers);
        Peer present = moveToTheEnd();
        Placed back = (Placed) rig.pool.take("a", 1, 1, ToyCatalog.API, facts().vm());
        var _ = Objects.requireNonNull(session.moveTo(back)).rest(LIMIT);
        rig.pump.run();
        assertThat(old.isOpen()).isFalse();
        assertThat(rig.timers).isEqualTo(timers);
        assertThat(present.controls().getLast().hasComeToRest()).isTrue();
    }

    @Test
    void shouldLeaveTheFormerServerWhenTheSessionEnds() {
        Peer present = moveToTheEnd();
        guest.link().close();
        rig.pump.run();
        assertThat(old.isOpen()).isFalse();
        assertThat(present.isOpen()).isFalse();
        assertThat(rig.timers).isEmpty();
        assertThat(rig.policy.open()).isZero();
    }

    @Test
    void shouldReleaseRepliesToRepeatedCalls() {
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        Frame reply = new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1).frame();
        fresh.send(reply);
        rig.pump.run();
        assertThat(recreated).isDone();
        assertThat(reply.references()).isZero();
    }

    private static String deviceOf(Placed placed) {
        return placed.server().name() + "/" + placed.ordinals().getFirst();
    }

    private void assertStays(CompletableFuture<?> step, String why) {
        assertThatThrownBy(step::join)
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining(why);
        guest.send(new Calls(9).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(old.records()).extracting(Calls.Seen::call).contains(9L);
        assertThat(guest.isOpen()).isTrue();
        assertThat(facts().placed().server()).isNotEqualTo(place.server());
        assertThat(rig.pool.views().stream().mapToInt(server -> server.sessions()).sum())
                .isEqualTo(1);
        assertThat(rig.policy.open()).isEqualTo(1);
        assertThat(session.moveTo(place)).isNotNull();
    }

    @Test
    void shouldStayWhenItCannotRest() {
        CompletableFuture<Void> rested = rest(AtRest.newBuilder().setProblem("a kernel runs on"));
        assertStays(rested, "a kernel runs on");
    }

    @Test
    void shouldStayWhenTheOtherServerRefuses() {
        rest(AtRest.newBuilder());
        rig.refuseAtServer(new LinkStatus(Cause.EXHAUSTED, "it is full"));
        recreated = move.recreate();
        rig.pump.run();
        assertStays(recreated, "it is full");
    }

    @Test
    void shouldStayWhenARecordedCallFails() {
        rest(AtRest.newBuilder());
        recreated = move.recreate();
        rig.pump.run();
        answer(rig.server(), 1, RecordFlags.ERROR);
        assertStays(recreated, "a recorded call failed");
        assertThat(rig.server().isOpen()).isFalse();
    }

    @Test
    void shouldNameTheFunctionOfARecordedCallThatFailsAndSayWhatToDo() {
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        fresh.send(new Calls().failed(ToyCatalog.ALLOC, 1, 400, "there is no such memory").frame());
        rig.pump.run();
        assertStays(
                recreated,
                "a recorded call failed at the new server '"
                        + place.server().name()
                        + "': toyAlloc returned 400, there is no such memory; choose a server");
    }

    @Test
    void shouldMakeAnObjectCurrentWhenTheServerHasAnsweredTheCallsThatCreateIt() {
        guest.send(new Calls(2).call(ToyCatalog.PUSH_CURRENT, true, 70, 0).frame());
        rig.pump.run();
        old.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.PUSH_CURRENT, 2).frame());
        rig.pump.run();
        guest.send(new Calls(3).call(ToyCatalog.ALLOC, true, 71, 100).frame());
        rig.pump.run();
        answer(old, 3, 0);
        rest(withFailure());
        Peer fresh = recreate();
        List<Integer> creating =
                List.of(ToyCatalog.ALLOC, ToyCatalog.SET_CURRENT, ToyCatalog.ALLOC);
        assertThat(fresh.records())
                .extracting(Calls.Seen::function)
                .containsExactlyElementsOf(creating);
        answer(fresh, 1, 0);
        answer(fresh, 0, 0);
        assertThat(fresh.records()).as("two of three are answered").hasSize(3);
        answer(fresh, 3, 0);
        assertThat(fresh.records())
                .extracting(Calls.Seen::function)
                .startsWith(creating.toArray(Integer[]::new))
                .endsWith(ToyCatalog.PUSH_CURRENT, ToyCatalog.WORK) // the failure
                .hasSize(5);
        assertThat(recreated).isNotDone();
        fresh.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.PUSH_CURRENT, 0).frame());
        rig.pump.run();
        assertThat(recreated).isCompletedWithValue(3);
    }

    @Test
    void shouldStayWhenTheOtherServerDies() {
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        answer(fresh, 1, 0);
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        fresh.link().kill();
        rig.pump.run();
        assertStays(copied, "ended");
    }

    @Test
    void shouldStayWhenTheStateCannotBeCopied() {
        rest(AtRest.newBuilder());
        answer(recreate(), 1, 0);
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        moved(old, "the other one hung up", 0);
        assertStays(copied, "the other one hung up");
    }

    /** The state at rest of a session with a lane to which a failure was not reported yet. */
    private static AtRest.Builder withFailure() {
        return AtRest.newBuilder()
                .addFailedLanes(0)
                .addFailures(
                        Failure.newBuilder()
                                .setCode(400)
                                .setFunction(ToyCatalog.WORK)
                                .setCallId(9));
    }

    @Test
    void shouldTellFailuresAfterTheRepeatedCallsBecauseALaneWithAFailureMakesNone() {
        rest(withFailure());
        Peer fresh = recreate();
        assertThat(fresh.records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.CALL, RecordKinds.REFUSED);
    }

    // --- ahead

    @Test
    void shouldTellFailuresAfterTheLastRepeatedCallsOfASessionThatIsOpenedAhead() {
        Peer fresh = openAhead();
        allocate(2, 71);
        rest(withFailure());
        recreated = move.recreate();
        rig.pump.run();
        assertThat(fresh.records())
                .extracting(Calls.Seen::kind)
                .containsExactly(RecordKinds.CALL, RecordKinds.CALL, RecordKinds.REFUSED);
    }

    /** Opens the session at the new server while the guest works; its end there. */
    private Peer openAhead() {
        CompletableFuture<Integer> opened = move.openAhead();
        rig.pump.run();
        assertThat(old.controls().getLast().hasTellPlacements()).isTrue();
        tell(Placements.newBuilder().setPlacements(ByteString.copyFromUtf8("early")));
        Peer fresh = rig.server();
        answer(fresh, 1, 0);
        assertThat(opened).isCompletedWithValue(1);
        return fresh;
    }

    private void tell(Placements.Builder placements) {
        old.send(Control.newBuilder().setPlacements(placements));
        rig.pump.run();
    }

    @CanIgnoreReturnValue
    private CompletableFuture<SessionMove.Round> round() {
        CompletableFuture<SessionMove.Round> round = move.round(1);
        rig.pump.run();
        return round;
    }

    private void copied(RoundCopied.Builder answer) {
        old.send(Control.newBuilder().setRoundCopied(answer));
        rig.pump.run();
    }

    private void allocate(long call, long name) {
        guest.send(new Calls(call).call(ToyCatalog.ALLOC, true, name, 50).frame());
        rig.pump.run();
        answer(old, call, 0);
    }

    @Test
    void shouldRepeatCallsAtBothServersAndHoldNoneBeforeTheRest() {
        Peer fresh = openAhead();
        assertThat(fresh.controls().getFirst().getOpen().getPlacements().toStringUtf8())
                .isEqualTo("early");
        ByteString token = fresh.controls().getLast().getAwaitState().getToken();
        assertThat(fresh.controls().getLast().getAwaitState().getAhead()).isTrue();
        allocate(2, 71);
        assertThat(old.records()).as("commands go on").extracting(Calls.Seen::call).contains(2L);

        CompletableFuture<SessionMove.Round> round = round();
        assertThat(fresh.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);
        assertThat(old.controls().getLast().getCopyRound().getToken()).isEqualTo(token);
        copied(RoundCopied.newBuilder().setBytes(100).setPending(7));
        assertThat(round).isCompletedWithValue(new SessionMove.Round(100, 7));

        allocate(3, 72);
        rest(AtRest.newBuilder().setPlacements(ByteString.copyFromUtf8("late")));
        recreated = move.recreate();
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        assertThat(recreated).isCompletedWithValue(3);
        assertThat(fresh.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L, 3L);
        assertThat(fresh.controls().getLast().getTakeState().getPlacements().toStringUtf8())
                .isEqualTo("late");
        assertThat(old.controls().getLast().getSendState().getToken()).isEqualTo(token);
        moved(fresh, "", 120);
        moved(old, "", 120);
        assertThat(copied).isCompletedWithValue(120L);
        CompletableFuture<Void> gone = move.goOn();
        rig.pump.run();
        assertThat(gone).isCompleted();
        assertThat(facts().placed()).isEqualTo(place);
        assertThat(rig.books(facts().vm()).device(deviceOf(place)).held("memory")).isEqualTo(200);
    }

    @Test
    void shouldRecreateTheSessionAtRestWhenACallFailsAhead() {
        Peer left = openAhead();
        round();
        copied(RoundCopied.newBuilder());
        allocate(2, 71);
        round();
        answer(left, 2, RecordFlags.ERROR);
        assertThat(left.isOpen()).isFalse();
        assertThat(old.controls().getLast().hasEndCopy()).isTrue();
        copied(RoundCopied.newBuilder().setProblem("the other server hung up"));
        assertThat(round()).isCompletedWithValue(SessionMove.Round.NONE);
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        assertThat(fresh).isNotEqualTo(left);
        answer(fresh, 1, 0);
        answer(fresh, 2, 0);
        assertThat(recreated).isDone();
        goesOnAt(fresh, move.copy());
    }

    @Test
    void shouldRecreateTheSessionAtRestWhenItIsAnotherOneAtTheNewServer() {
        Peer left = openAhead();
        rest(AtRest.newBuilder());
        recreated = move.recreate();
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        moved(left, "the devices have chosen otherwise", 0);
        assertThat(left.isOpen()).isFalse();
        moved(old, "the other server hung up", 0);
        Peer fresh = rig.server();
        assertThat(fresh).isNotEqualTo(left);
        answer(fresh, 1, 0);
        assertThat(copied).isNotDone();
        goesOnAt(fresh, copied);
    }

    private void goesOnAt(Peer fresh, CompletableFuture<Long> copied) {
        rig.pump.run();
        assertThat(fresh.controls().getLast().getAwaitState().getAhead()).isFalse();
        assertThat(old.controls().getLast().getSendState().getToken())
                .isEqualTo(fresh.controls().getLast().getAwaitState().getToken());
        moved(old, "", 5);
        moved(fresh, "", 5);
        assertThat(copied).isCompletedWithValue(5L);
        CompletableFuture<Void> gone = move.goOn();
        rig.pump.run();
        assertThat(gone).isCompleted();
        assertThat(facts().placed()).isEqualTo(place);
    }

    @Test
    void shouldRecreateTheSessionAtRestWhenARecordedCallFailsLater() {
        guest.send(new Calls(2).call(ToyCatalog.ALLOC, true, 71, 50).frame());
        rig.pump.run();
        var _ = move.openAhead();
        rig.pump.run();
        tell(Placements.newBuilder());
        Peer left = rig.server();
        assertThat(left.records()).extracting(Calls.Seen::call).containsExactly(1L, 2L);
        answer(old, 2, RecordFlags.ERROR);
        assertThat(round()).isCompletedWithValue(SessionMove.Round.NONE);
        assertThat(left.isOpen()).isFalse();
    }

    @Test
    void shouldStayWithoutAHoldWhenARoundFails() {
        openAhead();
        CompletableFuture<SessionMove.Round> round = round();
        copied(RoundCopied.newBuilder().setProblem("no way"));
        assertStays(round, "the memory cannot be copied: no way");
        assertThat(old.controls().getLast().hasEndCopy()).isTrue();
    }

    @Test
    void shouldStayWhenTheNewServerDiesBetweenRounds() {
        Peer fresh = openAhead();
        round();
        copied(RoundCopied.newBuilder());
        CompletableFuture<SessionMove.Round> second = round();
        fresh.link().kill();
        rig.pump.run();
        assertThatThrownBy(second::join).hasMessageContaining("ended");
        copied(RoundCopied.newBuilder().setProblem("it hung up"));
        assertStays(second, "ended");
    }

    @Test
    void shouldStayWhenTheServerCannotMoveSessions() {
        CompletableFuture<Integer> opened = move.openAhead();
        rig.pump.run();
        tell(Placements.newBuilder().setProblem("its driver cannot"));
        assertStays(opened, "the session cannot be moved: its driver cannot");
    }

    @Test
    void shouldSendManyPlacementsAfterTheOpening() {
        ByteString many = ByteString.copyFrom(new byte[100_000]);
        var _ = move.openAhead();
        rig.pump.run();
        tell(Placements.newBuilder().setPlacements(many));
        Peer fresh = rig.server();
        assertThat(fresh.controls().getFirst().getOpen().getPlacements()).isEmpty();
        assertThat(fresh.controls().get(1).getPlacements().getPlacements()).isEqualTo(many);
    }

    @Test
    void shouldEndTheMoveWithTheSession() {
        rest(AtRest.newBuilder());
        Peer fresh = recreate();
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        guest.link().close();
        rig.pump.run();
        assertThatThrownBy(copied::join).hasMessageContaining("ended");
        assertThat(fresh.isOpen()).isFalse();
        assertThat(old.isOpen()).isFalse();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
    }

    @Test
    void shouldFailARoundThatIsRequestedAfterTheEndOfTheSession() {
        openAhead();
        guest.link().close();
        rig.pump.run();
        CompletableFuture<SessionMove.Round> late = round();
        assertThat(late).isCompletedExceptionally();
        assertThatThrownBy(late::join).hasMessageContaining("ended");
    }

    @Test
    void shouldIgnoreTheAnswerToAMoveThatWasAbandoned() {
        CompletableFuture<Void> first = move.rest(LIMIT);
        move.abandon("the operator cancelled it");
        rig.pump.run();
        assertThat(first).isCompletedExceptionally();

        move = Objects.requireNonNull(session.moveTo(anotherPlace()));
        CompletableFuture<Void> second = move.rest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().stream().filter(Control::hasComeToRest)).hasSize(1);
        old.send(Control.newBuilder().setAtRest(AtRest.newBuilder().setProblem("too late")));
        rig.pump.run();
        assertThat(guest.isOpen()).isTrue();
        assertThat(second).as("the answer was to the first move").isNotDone();
        assertThat(old.controls().stream().filter(Control::hasComeToRest)).hasSize(2);
        old.send(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
        rig.pump.run();
        assertThat(second).isCompleted();
    }

    @Test
    void shouldGiveBackThePlaceOfAMoveThatHasNotBegunWhenTheSessionEnds() {
        guest.link().close();
        rig.pump.run();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        assertThat(move.rest(LIMIT)).isCompletedExceptionally();
        Placed late = anotherPlace();
        assertThat(session.moveTo(late)).isNull();
        rig.pool.release(late, facts().vm());
    }

    private Placed anotherPlace() {
        return (Placed) rig.pool.take(place.server().name(), 1, 1, ToyCatalog.API, facts().vm());
    }

    @Test
    void shouldRefuseASecondMoveAtTheSameTime() {
        rest(AtRest.newBuilder());
        Placed again = (Placed) rig.pool.take(place.server().name(), 0, 1, ToyCatalog.API, "vm");
        CompletableFuture<Void> second = Objects.requireNonNull(session.moveTo(again)).rest(LIMIT);
        rig.pump.run();
        assertThatThrownBy(second::join).hasMessageContaining("another move");
        recreated = move.recreate();
        assertThat(recreated).isNotDone();
    }
}
