package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.MemoryHeld;
import dev.hira.wire.v1.Released;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class SessionRebuildTest {
    private static final String VM = "default";
    private static final int LOST = RecordFlags.ERROR | RecordFlags.BY_ROUTER;

    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");

    private Peer guest;
    private Peer old;
    private RouterSession session;
    private String first;
    private long nextCall = 1;

    @BeforeEach
    void open() {
        rig.grants.change(state ->
                state.withOwn(VM, Grant.STANDARD.edit().protection(Protection.REBUILD).build()));
        rig.moveAtServer();
        guest = rig.open();
        old = rig.server();
        session = rig.registry.all().getFirst();
        first = serverName();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private String serverName() {
        return Objects.requireNonNull(session.facts()).placed().server().name();
    }

    private long held() {
        return rig.books(VM).held("memory");
    }

    private void call(int function, boolean sync, long name, long bytes) {
        call(1, function, sync, name, bytes);
    }

    private void call(int lane, int function, boolean sync, long name, long bytes) {
        guest.send(new Calls().call(nextCall++, function, sync, lane, name, bytes).frame());
        rig.pump.run();
    }

    private void answer(Peer server, int function, long call, int flags) {
        server.send(new Calls().record(RecordKinds.REPLY, flags, function, call).frame());
        rig.pump.run();
    }

    /** A synchronous allocation that has succeeded. */
    private void allocated(long name, long bytes) {
        long call = nextCall;
        call(ToyCatalog.ALLOC, true, name, bytes);
        answer(rig.server(), ToyCatalog.ALLOC, call, 0);
    }

    private Peer killed() {
        rig.server().link().kill();
        rig.pump.run();
        return rig.server();
    }

    /** Answers all repeated calls. */
    private void repeated(Peer server) {
        for (Seen call : List.copyOf(server.records())) {
            answer(server, call.function(), call.call(), 0);
        }
    }

    private Peer rebuilt() {
        Peer fresh = killed();
        repeated(fresh);
        assertThat(fresh.controls().getLast().hasRebuilt()).isTrue();
        return fresh;
    }

    private List<Seen> guestSince(int before) {
        return guest.records().subList(before, guest.records().size());
    }

    private void told(int lane) {
        int before = guest.records().size();
        call(lane, ToyCatalog.WORK, true, 1, 1);
        assertThat(guestSince(before)).extracting(Seen::flags).containsExactly(LOST);
    }

    @Test
    void shouldRecreateTheObjectsElsewhereAndTellTheLane() {
        allocated(70, 100);
        Peer fresh = killed();
        Control open = fresh.controls().getFirst();
        assertThat(open.getOpen().getRebuilds()).isTrue();
        assertThat(open.getOpen().getReportsChoices()).isTrue();
        assertThat(fresh.controls().get(1).getRepeatChoices().getLast()).isTrue();
        assertThat(fresh.records())
                .extracting(Seen::function, Seen::call, Seen::flags)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                ToyCatalog.ALLOC, 1L, RecordFlags.SYNC));
        call(ToyCatalog.WORK, true, 5, 5); // waits
        assertThat(guest.records()).hasSize(1);
        repeated(fresh);
        assertThat(fresh.controls().getLast().hasRebuilt()).isTrue();
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L);
        assertThat(guest.records().getLast().flags()).isEqualTo(LOST);
        assertThat(fresh.records()).as("it is not made").hasSize(1);

        call(ToyCatalog.WORK, true, 5, 5);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 3L);
        assertThat(serverName()).isNotEqualTo(first);
        assertThat(held()).isEqualTo(100);
        assertThat(rig.books(VM).device(first + "/0").held("memory")).isZero();
        assertThat(rig.pool.views()).extracting(v -> v.sessions()).containsExactlyInAnyOrder(0, 1);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt")).isEqualTo(1);
        guest.link().close();
        rig.pump.run();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        assertThat(held()).isZero();
    }

    @Test
    void shouldAnswerCallsUnderWayAndForgetTheirObjects() {
        call(ToyCatalog.ALLOC, true, 70, 100);
        call(2, ToyCatalog.WORK, true, 5, 5);
        assertThat(held()).isEqualTo(100);
        rebuilt();
        assertThat(guest.records())
                .extracting(Seen::call, Seen::flags)
                .contains(
                        org.assertj.core.groups.Tuple.tuple(1L, LOST),
                        org.assertj.core.groups.Tuple.tuple(2L, LOST));
        assertThat(held()).isZero();
        int before = guest.records().size();
        call(ToyCatalog.WORK, true, 5, 5);
        call(2, ToyCatalog.WORK, true, 5, 5);
        assertThat(guestSince(before)).as("both lanes have been told").isEmpty();
        assertThat(rig.server().records()).hasSize(2);
    }

    @Test
    void shouldNotCountLostWorkAtTheNewDevices() {
        call(ToyCatalog.WORK, false, 5, 5);
        call(ToyCatalog.WORK, false, 5, 5);
        assertThat(rig.policy.inFlight()).isEqualTo(2);
        rebuilt();
        assertThat(rig.policy.inFlight()).isZero();
        assertThat(rig.policy.open()).isEqualTo(1);
    }

    @Test
    void shouldRepeatCallsWhoseOutcomeIsUnknown() {
        allocated(70, 100);
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        call(ToyCatalog.FREE, false, 70, 0);
        Peer fresh = killed();
        assertThat(fresh.records())
                .extracting(Seen::function)
                .containsExactly(ToyCatalog.ALLOC, ToyCatalog.ALLOC_ASYNC, ToyCatalog.FREE);
        fresh.send(
                Control.newBuilder().setReleased(Released.newBuilder().addNames(70).addCalls(1)));
        repeated(fresh);
        assertThat(held()).isEqualTo(10);
        told(1);
    }

    @Test
    void shouldTakeARepeatedCallThatFailsForOneThatHadFailed() {
        allocated(70, 100);
        call(ToyCatalog.ALLOC_ASYNC, false, 71, 10);
        Peer fresh = killed();
        answer(fresh, ToyCatalog.ALLOC, 1, 0);
        answer(fresh, ToyCatalog.ALLOC_ASYNC, 2, RecordFlags.ERROR);
        assertThat(fresh.controls().getLast().hasRebuilt()).isTrue();
        assertThat(held()).isEqualTo(100);
        Peer third = killed();
        assertThat(third.records()).extracting(Seen::call).containsExactly(1L);
    }

    @Test
    void shouldTryAgainWhenACallFailsThatHadSucceeded() {
        allocated(70, 100);
        Peer fresh = killed();
        answer(fresh, ToyCatalog.ALLOC, 1, RecordFlags.ERROR);
        assertThat(fresh.isOpen()).isFalse();
        assertThat(rig.pool.views()).extracting(v -> v.sessions()).containsExactlyInAnyOrder(0, 1);
        assertThat(rig.server()).isNotSameAs(fresh);
        repeated(rig.server());
        told(1);
        assertThat(held()).isEqualTo(100);
    }

    @Test
    void shouldTryEachServerOnceInARound() {
        allocated(70, 100);
        answer(killed(), ToyCatalog.ALLOC, 1, RecordFlags.ERROR);
        assertThat(rig.servers).as("the former server is tried at once").hasSize(3);
        answer(rig.server(), ToyCatalog.ALLOC, 1, RecordFlags.ERROR);
        assertThat(rig.servers).as("all have been tried").hasSize(3);
        rig.fireTimersExceptDeadlines();
        assertThat(rig.servers).as("the next round").hasSize(4);
        rig.fireTimers();
        assertThat(guest.status().message())
                .contains("a: a recorded call failed at the new server 'a'")
                .contains("b: a recorded call failed at the new server 'b'");
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
    }

    @Test
    void shouldNameTheServersThatHaveFailedWhenTheTimeIsOverDuringTheFirstRound() {
        allocated(70, 100);
        answer(killed(), ToyCatalog.ALLOC, 1, RecordFlags.ERROR);
        rig.fireTimers();
        assertThat(guest.status().message()).contains("30000 ms: a recorded call failed at the");
    }

    @Test
    void shouldNotRecreateTheSessionWhereSessionsCannotBeRestored() {
        allocated(70, 100);
        String other = first.equals("a") ? "b" : "a";
        rig.serving(other, List.of(immovable(0), immovable(1)));
        rig.pool.lost(first, "down");
        killed();
        assertThat(rig.servers).hasSize(1);
        rig.serving(first, 2);
        rig.fireTimersExceptDeadlines();
        repeated(rig.server());
        told(1);
        assertThat(serverName()).isEqualTo(first);
    }

    private static DeviceView immovable(int ordinal) {
        return new DeviceView(
                ordinal,
                Set.of(ToyCatalog.API),
                "toy",
                1 << 30,
                1 << 30,
                1,
                1,
                0,
                Set.of(),
                0,
                false,
                true);
    }

    @Test
    void shouldNotWorkOnEmptyMemoryForALaneThatHasNotBeenTold() {
        call(ToyCatalog.WORK, false, 5, 5);
        call(2, ToyCatalog.WORK, false, 5, 5);
        rebuilt();
        assertThat(guest.records())
                .as("late outputs of these never come")
                .extracting(Seen::kind, Seen::call)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(RecordKinds.FAILED, 1L),
                        org.assertj.core.groups.Tuple.tuple(RecordKinds.FAILED, 2L));
        Peer fresh = rig.server();
        call(ToyCatalog.WORK, false, 5, 5);
        assertThat(guest.records().getLast().kind()).isEqualTo(RecordKinds.FAILED);
        call(ToyCatalog.ALLOC_ASYNC, false, 9, 50);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(4L);
        assertThat(held()).isEqualTo(50);
        told(1);
        call(ToyCatalog.WORK, false, 5, 5);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(4L, 6L);
        call(2, ToyCatalog.WORK, false, 5, 5);
        assertThat(fresh.records()).as("the other lane").hasSize(2);
        call(3, ToyCatalog.WORK, false, 5, 5);
        assertThat(fresh.records()).as("a new lane").hasSize(3);
        fresh.send(new Calls().done(6, 0, 10).done(8, 0, 10).frame(FrameLayout.AUDIENCE_HOP));
        rig.pump.run();
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldWaitForAServerAndEndWhenNoneComes() {
        allocated(70, 100);
        rig.pool.lost("a", "down");
        rig.pool.lost("b", "down");
        killed();
        assertThat(rig.servers).hasSize(1);
        rig.fireTimersExceptDeadlines();
        assertThat(guest.isOpen()).isTrue();
        rig.serving(first, 2);
        rig.fireTimersExceptDeadlines();
        assertThat(rig.servers).as("the same one, restarted").hasSize(2);
        repeated(rig.server());
        told(1);
        assertThat(serverName()).isEqualTo(first);

        rig.pool.lost(first, "down");
        killed();
        rig.fireTimers();
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(guest.status().message())
                .contains("'" + first + "' is gone")
                .contains("could not be recreated: it was not there again after 30000 ms")
                .contains("no API server can take the session: a: down; b: down");
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "ended")).isEqualTo(1);
        assertThat(held()).isZero();
    }

    @Test
    void shouldTellEachThreadOfTheLossWhenTheRecordedCallsCannotBeMadeAgain() {
        allocated(70, 100);
        call(2, ToyCatalog.READ, true, 1, 1);
        answer(old, ToyCatalog.READ, 2, 0);
        call(1, ToyCatalog.READ, true, 1, 1);
        Peer fresh = killed();
        call(2, ToyCatalog.READ, true, 1, 1);
        int before = guest.records().size();
        fresh.send(new Calls().failed(ToyCatalog.ALLOC, 1, 2, "the device is too small").frame());
        rig.pump.run();
        assertThat(guestSince(before)).as("the router tries again").isEmpty();
        rig.fireTimers();
        assertThat(guestSince(before)).extracting(Seen::flags).containsExactly(LOST, LOST);
        assertThat(guestSince(before)).extracting(Seen::call).containsExactly(3L, 4L);
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(guest.status().message())
                .contains("toyAlloc returned 2, the device is too small; choose a server");
        assertThat(held()).isZero();
    }

    @Test
    void shouldEndWhenServersDieOfItsCalls() {
        allocated(70, 100);
        Peer fresh = killed();
        for (int i = 0; i < 3; i++) {
            fresh.link().kill();
            rig.pump.run();
            rig.fireTimersExceptDeadlines();
            fresh = rig.server();
        }
        assertThat(guest.status().message()).contains("3 servers died of it");
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
    }

    @Test
    void shouldNotPassOnReturnsOfCallbacksOfTheDeadServer() {
        callback(old, 3);
        rebuilt();
        Peer fresh = rig.server();
        callback(fresh, 3);
        returned(3);
        assertThat(fresh.records()).as("this one was for the dead server").isEmpty();
        returned(3);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(3L);
    }

    private void callback(Peer server, long invocation) {
        server.send(new Calls().record(RecordKinds.CALLBACK, 0, 0, invocation).frame());
        rig.pump.run();
    }

    private void returned(long invocation) {
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 0, invocation).frame());
        rig.pump.run();
    }

    @Test
    void shouldRepeatTheDevicesChoicesAndBookUnstatedMemoryAnew() {
        long call = nextCall;
        call(ToyCatalog.ALLOC, true, 70, 100);
        old.send(
                Control.newBuilder()
                        .setChosen(
                                Chosen.newBuilder()
                                        .addCalls(call)
                                        .addChoices(ByteString.copyFromUtf8("here"))));
        old.send(Control.newBuilder().setMemoryHeld(MemoryHeld.newBuilder().setBytes(64)));
        answer(old, ToyCatalog.ALLOC, call, 0);
        assertThat(held()).isEqualTo(164);
        Peer fresh = killed();
        assertThat(fresh.controls().get(1).getRepeatChoices().getChoicesList())
                .containsExactly(ByteString.copyFromUtf8("here"));
        assertThat(held()).isEqualTo(100);
        fresh.send(Control.newBuilder().setMemoryHeld(MemoryHeld.newBuilder().setBytes(32)));
        repeated(fresh);
        assertThat(held()).isEqualTo(132);
    }

    @Test
    void shouldRepeatManyChoicesInSeveralMessages() {
        ByteString large = ByteString.copyFrom(new byte[200_000]);
        for (long call = nextCall; call <= 3; call = nextCall) {
            call(ToyCatalog.ALLOC, true, 70 + call, 100);
            old.send(
                    Control.newBuilder()
                            .setChosen(Chosen.newBuilder().addCalls(call).addChoices(large)));
            answer(old, ToyCatalog.ALLOC, call, 0);
        }
        List<Control> sent = killed().controls().subList(1, 4);
        assertThat(sent)
                .extracting(control -> control.getRepeatChoices().getChoicesList())
                .containsOnly(List.of(large));
        assertThat(sent)
                .extracting(control -> control.getRepeatChoices().getLast())
                .containsExactly(false, false, true);
    }

    @Test
    void shouldLeaveNoTimerBehindWhenTheSessionIsRebuilt() {
        List<Runnable> timers = List.copyOf(rig.timers);
        allocated(70, 100);
        rebuilt();
        assertThat(rig.timers).isEqualTo(timers);
        assertThat(rig.policy.open()).isEqualTo(1);
    }

    @Test
    void shouldReleaseEverythingWhenTheGuestLeavesMeanwhile() {
        allocated(70, 100);
        Peer fresh = killed();
        guest.link().close();
        rig.pump.run();
        assertThat(fresh.isOpen()).isFalse();
        assertThat(held()).isZero();
        assertThat(rig.registry.registrations()).isZero();
        assertThat(rig.policy.open()).isZero();
        assertThat(rig.pool.views()).allMatch(server -> server.sessions() == 0);
        assertThat(rig.timers).isEmpty();
    }

    @Test
    void shouldEndWhenTheServerBlamesTheSession() {
        old.link().close(new LinkStatus(Cause.PROTOCOL, "what a frame"));
        rig.pump.run();
        assertThat(guest.status().message()).contains("what a frame");
    }

    @Test
    void shouldRecreateTheSessionWhenTheServerDiesDuringAMove() {
        allocated(70, 100);
        SessionMove move = move();
        CompletableFuture<Void> rested = move.rest(Duration.ofSeconds(10));
        rig.pump.run();
        assertThat(rested).isCompleted();
        CompletableFuture<Integer> recreated = move.recreate();
        rig.pump.run();
        Peer target = rig.server();
        old.link().kill();
        rig.pump.run();
        assertThat(recreated).isCompletedExceptionally();
        assertThat(target.isOpen()).isFalse();
        repeated(rig.server());
        told(1);
        assertThat(held()).isEqualTo(100);
        assertThat(rig.pool.views().stream().mapToInt(v -> v.sessions()).sum()).isEqualTo(1);
        assertThat(Objects.requireNonNull(session.moveTo(place())).rest(Duration.ofSeconds(1)))
                .isNotCompletedExceptionally();
    }

    @Test
    void shouldFinishAMoveWhoseStateHasArrivedWhenTheServerDies() {
        allocated(70, 100);
        SessionMove move = move();
        var _ = move.rest(Duration.ofSeconds(10));
        rig.pump.run();
        var _ = move.recreate();
        rig.pump.run();
        Peer target = rig.server();
        repeated(target);
        copied(move, target);
        old.link().kill();
        rig.pump.run();
        CompletableFuture<Void> gone = move.goOn();
        rig.pump.run();
        assertThat(gone).isCompleted();
        int before = guest.records().size();
        call(ToyCatalog.WORK, true, 5, 5);
        assertThat(guestSince(before)).isEmpty();
        assertThat(target.records()).extracting(Seen::call).containsExactly(1L, 2L);
    }

    @Test
    void shouldRecreateTheSessionWhenAMoveFailsAfterTheServerDied() {
        allocated(70, 100);
        SessionMove move = move();
        var _ = move.rest(Duration.ofSeconds(10));
        rig.pump.run();
        var _ = move.recreate();
        rig.pump.run();
        repeated(rig.server());
        copied(move, rig.server());
        old.link().kill();
        rig.pump.run();
        move.abandon("another session of the VM could not move");
        rig.pump.run();
        repeated(rig.server());
        told(1);
        assertThat(held()).isEqualTo(100);
    }

    private void copied(SessionMove move, Peer target) {
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        target.send(Control.newBuilder().setStateMoved(StateMoved.newBuilder()));
        rig.pump.run();
        assertThat(copied).isCompleted();
    }

    private SessionMove move() {
        return Objects.requireNonNull(session.moveTo(place()));
    }

    private Placed place() {
        String other = serverName().equals("a") ? "b" : "a";
        return (Placed) rig.pool.take(other, 1, 1, ToyCatalog.API, VM);
    }
}
