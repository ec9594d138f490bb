package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.policy.NanoClock;
import dev.hira.router.operator.migration.MigrationReport;
import dev.hira.router.operator.migration.MigrationReport.Step;
import dev.hira.router.operator.migration.MigrationTarget;
import dev.hira.router.operator.migration.MoveLimits;
import dev.hira.router.operator.migration.TargetPlaces;
import dev.hira.router.operator.migration.VmMigration;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.RoundCopied;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The part of a move in which work comes to a standstill and other commands go on. */
@ExtendWith(NoLeaks.class)
@Timeout(60)
class SettledMoveTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Rig rig =
            new Rig(
                    "hira.router.servers = [{name = a, uri = \"hira+unix:///nowhere/a\"},{name = b, uri = \"hira+unix:///nowhere/b\"}]");

    /** The servers' answers; they come to no rest by themselves. */
    private BiConsumer<Peer, Control> answers =
            (server, control) -> {
                if (!control.hasComeToRest() || control.getComeToRest().getFunctionsOnly()) {
                    Rig.move(server, control);
                }
            };

    private Peer guest;
    private Peer old;
    private RouterSession session;
    private String other;

    @BeforeEach
    void open() {
        rig.atServer((server, control) -> answers.accept(server, control));
        guest = rig.open();
        old = rig.server();
        session = rig.registry.all().getFirst();
        SessionView facts = Objects.requireNonNull(session.facts());
        other = facts.placed().server().name().equals("a") ? "b" : "a";
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void send(long call, int function) {
        guest.send(new Calls(call).call(function, false, 70, 100).frame());
        rig.pump.run();
    }

    private List<Long> arrived() {
        return old.records().stream().map(Calls.Seen::call).toList();
    }

    private SessionMove begin() {
        String vm = Objects.requireNonNull(session.facts()).vm();
        Placed place = (Placed) rig.pool.take(other, 1, 1, ToyCatalog.API, vm);
        return Objects.requireNonNull(session.moveTo(place));
    }

    private static void allButRests(Peer server, Control control) {
        if (!control.hasComeToRest()) {
            Rig.move(server, control);
        }
    }

    private CompletableFuture<Void> settle(SessionMove move) {
        CompletableFuture<Void> settled = move.settle(LIMIT);
        rig.pump.run();
        return settled;
    }

    private void atRest(String problem) {
        old.send(Control.newBuilder().setAtRest(AtRest.newBuilder().setProblem(problem)));
        rig.pump.run();
    }

    @Test
    void shouldLetCommandsWithoutWorkGoOnUntilWorkStandsStill() {
        SessionMove move = begin();
        CompletableFuture<Void> settled = settle(move);
        assertThat(old.controls().getLast().getComeToRest().getCallsGoOn()).isTrue();
        send(1, ToyCatalog.ALLOC);
        assertThat(arrived()).containsExactly(1L);
        send(2, ToyCatalog.WORK);
        send(3, ToyCatalog.FREE);
        assertThat(arrived()).as("work, and what is behind it, waits").containsExactly(1L);
        assertThat(settled).isNotDone();
        atRest("");
        assertThat(settled).isCompleted();
        var _ = move.moveAtRest(LIMIT);
        rig.pump.run();
        assertThat(old.controls().getLast().getComeToRest().getCallsGoOn()).isFalse();
        assertThat(move.rested()).isNotDone();
        move.abandon("enough");
        rig.pump.run();
        assertThat(arrived()).containsExactly(1L, 2L, 3L);
    }

    /** Functions of the guest library make calls, so no command is held while one is under way. */
    @Test
    void shouldHoldNoCommandUntilTheServerHasNoFunctionUnderWay() {
        answers = SettledMoveTest::allButRests;
        CompletableFuture<Void> settled = settle(begin());
        assertThat(old.controls().getLast().getComeToRest().getFunctionsOnly()).isTrue();
        send(1, ToyCatalog.WORK);
        assertThat(arrived()).containsExactly(1L);
        atRest("");
        assertThat(settled).isNotDone();
        assertThat(old.controls().getLast().getComeToRest().getFunctionsOnly()).isFalse();
        send(2, ToyCatalog.WORK);
        assertThat(arrived()).containsExactly(1L);
        atRest("");
        assertThat(settled).isCompleted();
    }

    @Test
    void shouldLetFunctionsBeginAgainWhenOneDoesNotReturnInTime() {
        answers = SettledMoveTest::allButRests;
        CompletableFuture<Void> settled = settle(begin());
        atRest("a function of the program had not returned after 7 ms");
        assertThatThrownBy(settled::join).hasMessageContaining("a function of the program");
        assertThat(old.controls().getLast().hasGoOn()).isTrue();
    }

    @Test
    void shouldGoOnWhereItWasWithTheReasonOfTheServer() {
        CompletableFuture<Void> settled = settle(begin());
        send(1, ToyCatalog.WORK);
        assertThat(arrived()).isEmpty();
        atRest("a block of the kernel 'k' had not ended");
        assertThatThrownBy(settled::join).hasMessageContaining("a block of the kernel 'k'");
        assertThat(arrived()).containsExactly(1L);
        assertThat(old.controls().getLast().hasGoOn()).isTrue();
    }

    private CompletableFuture<MigrationReport> migrate(NanoClock clock) {
        CompletableFuture<MigrationReport> end = new CompletableFuture<>();
        VmMigration migration =
                new VmMigration(
                        Objects.requireNonNull(session.facts()).vm(),
                        List.of(session),
                        rig.pool,
                        clock,
                        new MoveLimits(Duration.ofSeconds(50), Duration.ofMillis(100)),
                        report -> {});
        TargetPlaces places = new TargetPlaces(rig.services, new MigrationTarget(other, 0));
        Thread.ofVirtual().start(() -> end.complete(migration.run(places)));
        return end;
    }

    /**
     * Moves the VM. In each round a server copies 1000 bytes in a few milliseconds; without enough
     * slowdown a million bytes are left.
     *
     * @param slowdowns receives those of the rounds
     */
    private MigrationReport migrateAVmThatWrites(int enough, List<Integer> slowdowns)
            throws Exception {
        answers =
                (server, control) -> {
                    if (!control.hasCopyRound()) {
                        Rig.move(server, control);
                        return;
                    }
                    int slowdown = control.getCopyRound().getSlowdown();
                    slowdowns.add(slowdown);
                    server.send(
                            Control.newBuilder()
                                    .setRoundCopied(
                                            RoundCopied.newBuilder()
                                                    .setBytes(1000)
                                                    .setPending(slowdown < enough ? 1 << 20 : 1)));
                };
        AtomicLong millis = new AtomicLong();
        CompletableFuture<MigrationReport> end =
                migrate(() -> millis.incrementAndGet() * 1_000_000);
        while (!end.isDone()) {
            rig.pump.run();
        }
        return end.get();
    }

    @Test
    void shouldSlowDownAVmThatWritesFasterThanItsMemoryCanBeCopied() throws Exception {
        List<Integer> slowdowns = new ArrayList<>();
        MigrationReport last = migrateAVmThatWrites(8, slowdowns);
        assertThat(slowdowns).as(last.problem()).containsExactly(1, 1, 2, 4, 8);
        assertThat(last.ahead().slowdown()).isEqualTo(8);
        assertThat(last.step()).as(last.problem()).isEqualTo(Step.DONE);
    }

    @Test
    void shouldHoldNothingOfAVmWhoseMemoryCannotBeCopied() throws Exception {
        List<Integer> slowdowns = new ArrayList<>();
        MigrationReport last = migrateAVmThatWrites(1000, slowdowns);
        assertThat(slowdowns).as(last.problem()).containsExactly(1, 1, 2, 4, 8, 16, 32, 64);
        assertThat(last.step()).isEqualTo(Step.FAILED);
        assertThat(last.problem())
                .startsWith(
                        "the VM writes memory faster than it can be copied, even if its work goes"
                                + " on for only 1/64 of the time: the 1048576 bytes");
        assertThat(last.heldNanos()).isZero();
        assertThat(old.controls()).noneMatch(Control::hasComeToRest);
    }

    /** The server comes to no rest, whatever its programs do. */
    @Test
    void shouldHoldNothingBeyondTheBound() throws Exception {
        CompletableFuture<MigrationReport> end = migrate(System::nanoTime);
        boolean sent = false;
        while (!end.isDone()) {
            rig.pump.run();
            Control last = old.controls().getLast();
            if (!sent && last.hasComeToRest() && !last.getComeToRest().getFunctionsOnly()) {
                sent = true;
                send(1, ToyCatalog.WORK);
                assertThat(arrived()).isEmpty();
            }
        }
        assertThat(end.get().step()).isEqualTo(Step.FAILED);
        assertThat(end.get().problem())
                .startsWith(
                        "the server had not made the work stand still; commands may be held for"
                                + " 100 ms");
        rig.pump.run();
        assertThat(arrived()).containsExactly(1L);
        assertThat(old.controls().getLast().hasGoOn()).isTrue();
    }
}
