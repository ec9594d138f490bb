package dev.hira.router.session;

import static dev.hira.wire.v1.Control.BodyCase.AWAIT_STATE;
import static dev.hira.wire.v1.Control.BodyCase.GO_ON;
import static dev.hira.wire.v1.Control.BodyCase.TAKE_STATE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionKeeper.KeptState;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.router.session.SessionView.ProtectionNow;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Released;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The router makes checkpoints of sessions whose commands another server may repeat. */
@ExtendWith(NoLeaks.class)
class SessionCheckpointsTest {
    private static final String VM = "default";
    private static final ByteString TOKEN = ByteString.copyFrom(new byte[32]);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Rig rig =
            new Rig(
                    """
                    hira.router {
                      recovery { log = 8 KiB, checkpoint { bytes = 2 KiB, interval = 100 ms } }
                      servers = [{name = a, uri = "hira+unix:///nowhere/a"}, {name = b, uri = "hira+unix:///nowhere/b"}]
                    }
                    """);

    /** The states that are kept or were. */
    private final List<Kept> states = new ArrayList<>();

    private final List<Saved> saves = new ArrayList<>();
    private Peer guest;
    private RouterSession session;
    private String refusal = "";
    private long nextCall = 1;

    /** A state in this process. */
    private static final class Kept implements KeptState {
        private final Saved saved;
        private boolean closed;
        private boolean sent;

        Kept(Saved saved) {
            this.saved = saved;
        }

        @Override
        public long bytes() {
            return 4711;
        }

        @Override
        public CompletableFuture<Saved> read() {
            saved.calls().forEach(Frame::retain);
            return CompletableFuture.completedFuture(saved);
        }

        @Override
        public CompletableFuture<Void> send(Placed to, ByteString token) {
            sent = true;
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @BeforeEach
    void open() {
        rig.grants.change(state ->
                state.withOwn(
                        VM, Grant.STANDARD.edit().protection(Protection.TRANSPARENT).build()));
        rig.moveAtServer();
        rig.keeper = this::keep;
        guest = rig.open();
        session = rig.registry.all().getFirst();
    }

    @AfterEach
    void close() {
        rig.close();
        saves.forEach(saved -> saved.calls().forEach(Frame::release));
    }

    private Saved rested(Saved saved) {
        saves.add(saved);
        return saved;
    }

    private CompletableFuture<KeptState> keep(SessionSave save) {
        if (!refusal.isEmpty()) {
            save.abandon(refusal);
            return CompletableFuture.failedFuture(new MoveFailed(refusal));
        }
        return save.start()
                .thenCompose(_ -> save.round(TOKEN))
                .thenCompose(_ -> save.rest(PAUSE).thenApply(this::rested))
                .thenCompose(saved -> save.offer(TOKEN).thenApply(_ -> kept(saved)));
    }

    private KeptState kept(Saved saved) {
        Kept state = new Kept(saved);
        states.add(state);
        return state;
    }

    private void alloc(long name) {
        guest.send(new Calls().call(nextCall++, ToyCatalog.ALLOC, true, 1, name, 1).frame());
        rig.pump.run();
    }

    private void reply(long call) {
        rig.server().send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, call).frame());
        rig.pump.run();
    }

    /** Makes an object, so that there is something to save. */
    private void works() {
        alloc(69 + nextCall);
        reply(nextCall - 1);
    }

    private void checkpoint() {
        int before = states.size();
        rig.fireTimersExceptDeadlines();
        assertThat(states).hasSize(before + 1);
    }

    private Peer killed() {
        rig.server().link().kill();
        rig.pump.run();
        return rig.server();
    }

    /** Makes the new server answer the recorded call, whereupon it takes the state. */
    private void restored(Peer server) {
        assertThat(server.records()).extracting(Seen::call).containsExactly(1L);
        reply(1);
        assertThat(states.getFirst().sent).isTrue();
        assertThat(server.controls())
                .extracting(Control::getBodyCase)
                .contains(AWAIT_STATE, TAKE_STATE, GO_ON);
    }

    private ProtectionNow protection() {
        return session.protection();
    }

    @Test
    void shouldRepeatOnlyCommandsSinceTheLastCheckpoint() {
        works();
        checkpoint();
        works();
        alloc(80);
        Peer fresh = killed();
        Control open = fresh.controls().getFirst();
        assertThat(open.getOpen().getTakesOver()).isTrue();
        restored(fresh);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 2L);
        reply(2);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
        reply(3);
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
        assertThat(rig.books(VM).held("memory")).isEqualTo(3);
        assertThat(rig.count("hira.router.sessions.rebuilds", "outcome", "rebuilt")).isEqualTo(1);
    }

    @Test
    void shouldRestoreTheSameCheckpointAfterASecondDeath() {
        works();
        checkpoint();
        works();
        for (int death = 0; death < 2; death++) {
            Peer fresh = killed();
            restored(fresh);
            reply(2);
        }
        works();
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
        assertThat(rig.books(VM).held("memory")).isEqualTo(3);
    }

    @Test
    void shouldMakeCheckpointsAsTheLogGrowsAndNeverGiveItUp() {
        for (int i = 0; i < 300; i++) {
            works();
        }
        assertThat(states.size()).as("about one for each 2 KiB").isBetween(10, 100);
        assertThat(states.stream().filter(state -> !state.closed)).hasSize(1);
        assertThat(protection().repeatable()).isTrue();
        assertThat(protection().logBytes()).isLessThan(4096);
        assertThat(protection().checkpointBytes()).isEqualTo(4711);
    }

    @Test
    void shouldHoldCommandsWhileAFullLogWaitsForItsCheckpoint() {
        CompletableFuture<Void> may = new CompletableFuture<>();
        rig.keeper = save -> may.thenCompose(_ -> keep(save));
        for (int i = 0; i < 100; i++) {
            works();
        }
        long sent = rig.server().records().size();
        assertThat(sent).isBetween(20L, 90L);
        may.complete(null);
        rig.pump.run();
        assertThat(rig.server().records()).hasSizeGreaterThan((int) sent);
        assertThat(protection().repeatable()).isTrue();
    }

    @Test
    void shouldProtectLikeRebuildUntilTheNextCheckpointWhenNoneCanBeMade() {
        refusal = "the disk is full";
        for (int i = 0; i < 100; i++) {
            works();
        }
        assertThat(protection().repeatable()).as("after one failure").isTrue();
        rig.fireTimersExceptDeadlines();
        for (int i = 0; i < 100; i++) {
            works();
        }
        assertThat(protection().repeatable()).isFalse();
        assertThat(protection().problem()).contains("the disk is full");
        refusal = "";
        rig.fireTimers();
        assertThat(protection().repeatable()).isTrue();
        assertThat(protection().problem()).isEmpty();
        works();
        assertThat(killed().controls().getFirst().getOpen().getTakesOver()).isTrue();
    }

    @Test
    void shouldNotSaveASessionThatHasDoneNothing() {
        works();
        checkpoint();
        rig.fireTimersExceptDeadlines();
        assertThat(states).hasSize(1);
    }

    @Test
    void shouldGiveWayToAMove() {
        works();
        rig.keeper =
                save -> {
                    CompletableFuture<Void> never = new CompletableFuture<>();
                    return save.start()
                            .thenCompose(_ -> save.rest(PAUSE).thenApply(this::rested))
                            .thenCompose(saved -> never.thenApply(_ -> kept(saved)));
                };
        rig.fireTimersExceptDeadlines();
        String now = Objects.requireNonNull(session.facts()).placed().server().name();
        Placed other =
                (Placed) rig.pool.take(now.equals("a") ? "b" : "a", 1, 1, ToyCatalog.API, VM);
        SessionMove move = Objects.requireNonNull(session.moveTo(other));
        CompletableFuture<Void> rested = move.rest(PAUSE);
        rig.pump.run();
        assertThat(rested).isCompleted();
        move.abandon("enough");
        rig.pump.run();
        works();
        assertThat(guest.records()).hasSize(2);
    }

    /** The stream of a state may break before the router notices that the server has died. */
    @Test
    void shouldTryAgainSoonAfterAFirstFailure() {
        works();
        refusal = "the server broke the stream off";
        rig.fireTimersExceptDeadlines();
        refusal = "";
        for (int i = 0; i < 100; i++) {
            works();
        }
        assertThat(protection().repeatable()).as(protection().problem()).isTrue();
        rig.fireTimersExceptDeadlines();
        assertThat(states).isNotEmpty();
        assertThat(protection().problem()).isEmpty();
    }

    /** The reason why no checkpoint was made may be told when the session has gone on. */
    @Test
    void shouldTryAgainSoonWhenItsServerDiedDuringACheckpoint() {
        works();
        CompletableFuture<KeptState> late = new CompletableFuture<>();
        rig.keeper =
                save -> {
                    var _ = save.start();
                    return late;
                };
        rig.fireTimersExceptDeadlines();
        killed();
        reply(1);
        rig.keeper = this::keep;
        late.completeExceptionally(new MoveFailed("its server died"));
        rig.pump.run();
        for (int i = 0; i < 100; i++) {
            works();
        }
        assertThat(protection().repeatable()).as(protection().problem()).isTrue();
        assertThat(states).isEmpty();
        rig.fireTimersExceptDeadlines();
        assertThat(protection().repeatable()).isTrue();
        assertThat(states).isNotEmpty();
    }

    @Test
    void shouldRestoreAfterAKillDuringACheckpointWhatWasKeptBefore() {
        works();
        checkpoint();
        works();
        rig.keeper =
                save ->
                        save.start()
                                .thenCompose(_ -> save.rest(PAUSE).thenApply(this::rested))
                                .thenCompose(_ -> new CompletableFuture<>());
        rig.fireTimersExceptDeadlines();
        Peer fresh = killed();
        restored(fresh);
        assertThat(fresh.records()).extracting(Seen::call).containsExactly(1L, 2L);
        reply(2);
        works();
        assertThat(guest.records()).extracting(Seen::call).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldNumberCallbacksOnThroughACheckpointAndADeath() {
        works();
        callback(1, "first");
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 1, 1).frame());
        rig.pump.run();
        checkpoint();
        callback(2, "second");
        assertThat(guest.records().getLast().call()).isEqualTo(2);
        Peer fresh = killed();
        restored(fresh);
        callback(1, "second");
        assertThat(guest.records().getLast().call()).isEqualTo(2);
        assertThat(guest.records()).hasSize(3);
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 1, 2).frame());
        rig.pump.run();
        assertThat(fresh.records().getLast().call()).as("the new server's number").isEqualTo(1);
        callback(2, "third");
        assertThat(guest.records().getLast().call()).isEqualTo(3);
    }

    private void callback(long invocation, String args) {
        byte[] bytes = args.getBytes(StandardCharsets.UTF_8);
        rig.server()
                .send(
                        new FrameWriter()
                                .begin(RecordKinds.CALLBACK, 0, 1, invocation, 0)
                                .args(bytes, bytes.length)
                                .end()
                                .finish(FrameLayout.AUDIENCE_PEER));
        rig.pump.run();
    }

    @Test
    void shouldBookDeathsOfSavedObjectsOnce() {
        works();
        checkpoint();
        guest.send(new Calls().call(nextCall++, ToyCatalog.FREE, false, 1, 70, 0).frame());
        Control.Builder death =
                Control.newBuilder().setReleased(Released.newBuilder().addNames(70).addCalls(1));
        rig.server().send(death);
        rig.pump.run();
        assertThat(rig.books(VM).held("memory")).isZero();
        Peer fresh = killed();
        restored(fresh);
        fresh.send(death);
        rig.pump.run();
        assertThat(rig.books(VM).held("memory")).isZero();
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldDeleteItsCheckpointWhenTheSessionEnds() {
        works();
        checkpoint();
        guest.link().close();
        rig.pump.run();
        assertThat(states).allMatch(state -> state.closed);
        assertThat(rig.timers).isEmpty();
    }

    @Test
    void shouldDeleteACheckpointThatArrivesAfterTheSessionHasEnded() {
        works();
        CompletableFuture<KeptState> late = new CompletableFuture<>();
        rig.keeper =
                save -> {
                    var _ = save.start();
                    return late;
                };
        rig.fireTimersExceptDeadlines();
        guest.link().close();
        rig.pump.run();
        Kept state =
                new Kept(new Saved(CheckpointSession.getDefaultInstance(), List.of(), List.of()));
        late.complete(state);
        rig.pump.run();
        assertThat(state.closed).isTrue();
    }

    @Test
    void shouldDeleteACheckpointOfASessionThatDidNotStayAtRest() {
        works();
        CompletableFuture<KeptState> late = new CompletableFuture<>();
        rig.keeper =
                save -> {
                    var _ = save.start().thenAccept(_ -> save.abandon("it went on"));
                    return late;
                };
        rig.fireTimersExceptDeadlines();
        Kept state =
                new Kept(new Saved(CheckpointSession.getDefaultInstance(), List.of(), List.of()));
        late.complete(state);
        rig.pump.run();
        assertThat(state.closed).isTrue();
        assertThat(protection().checkpointBytes()).isZero();
        assertThat(protection().problem()).isEqualTo("the session did not stay at rest");
        assertThat(made("failed")).isEqualTo(1);
    }

    private double made(String outcome) {
        return rig.count("hira.router.sessions.checkpoints", "outcome", outcome);
    }

    @Test
    void shouldTellTheAgeAndSizeOfItsCheckpoint() {
        rig.nanos.set(1_000);
        works();
        assertThat(protection().checkpoint()).as("none").isEqualTo(-1);
        assertThat(protection().checkpointBytes()).isZero();
        checkpoint();
        rig.nanos.set(1_007);
        assertThat(protection().checkpoint()).isEqualTo(7);
        assertThat(protection().checkpointBytes()).isEqualTo(4711);
        assertThat(made("kept")).isEqualTo(1);
        assertThat(made("failed")).isZero();
    }

    @Test
    void shouldReplaceACheckpointByTheNext() {
        works();
        checkpoint();
        works();
        checkpoint();
        assertThat(states).extracting(state -> state.closed).containsExactly(true, false);
    }

    @Test
    void shouldWaitTwiceAsLongAfterEachFailureForFiveMinutesAtMost() {
        refusal = "the disk is full";
        works();
        rig.delays.clear();
        for (int i = 0; i < 24; i++) {
            rig.fireTimers();
        }
        List<Duration> pauses = new ArrayList<>(rig.delays);
        pauses.removeIf(Duration.ofMillis(100)::equals); // the interval
        assertThat(pauses)
                .startsWith(
                        Duration.ofMillis(50),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4))
                .endsWith(Duration.ofMinutes(5), Duration.ofMinutes(5));
        assertThat(made("failed")).isEqualTo(pauses.size());

        refusal = "";
        rig.fireTimers(); // the pause ends
        rig.fireTimers();
        assertThat(made("kept")).isEqualTo(1);
        refusal = "the disk is full again";
        works();
        rig.delays.clear();
        for (int i = 0; i < 4; i++) {
            rig.fireTimers();
        }
        assertThat(rig.delays)
                .as("from the beginning after a success")
                .contains(Duration.ofMillis(50), Duration.ofSeconds(1))
                .doesNotContain(Duration.ofMinutes(5));
    }

    @Test
    void shouldNotCountAnAttemptThatGaveWayAsAFailure() {
        works();
        SessionSave other = Objects.requireNonNull(session.save());
        CompletableFuture<Placed> begun = other.start();
        rig.pump.run();
        assertThat(begun).isCompleted();
        rig.fireTimersExceptDeadlines();
        assertThat(states).isEmpty();
        assertThat(made("failed")).isZero();
        assertThat(protection().problem()).isEmpty();
        other.goOn();
        rig.pump.run();
        rig.fireTimersExceptDeadlines();
        assertThat(states).hasSize(1);
    }
}
