package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaWanted;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.StateMoved;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shared memory of a session that moves. */
@ExtendWith(NoLeaks.class)
final class MovedMemoryTest {
    private static final int ARENA = 64 << 10;
    private static final Duration LIMIT = Duration.ofSeconds(1);

    @TempDir private Path folder;
    private Rig rig;
    private Peer guest;
    private Peer old;
    private RouterSession session;
    private SessionMove move;

    @BeforeEach
    void open() throws Exception {
        rig =
                new Rig(
                        "hira.router.memory { enabled = true, directory = \""
                                + folder
                                + "\", session = 64 KiB, total = 128 KiB }\n"
                                + "hira.router.servers = ["
                                + "{name = a, uri = \"hira+unix:///nowhere/a\"},"
                                + "{name = b, uri = \"hira+unix:///nowhere/b\"}]");
        guest = rig.openSharing();
        old = rig.server();
        session = rig.registry.all().getFirst();
        SessionView facts = Objects.requireNonNull(session.facts());
        String other = facts.placed().server().name().equals("a") ? "b" : "a";
        Placed place = (Placed) rig.pool.take(other, 1, 1, ToyCatalog.API, facts.vm());
        move = Objects.requireNonNull(session.moveTo(place));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Lets the session rest, and begins to recreate it. */
    private CompletableFuture<Integer> recreate() {
        var _ = move.rest(LIMIT);
        rig.pump.run();
        old.send(Control.newBuilder().setAtRest(AtRest.getDefaultInstance()));
        rig.pump.run();
        CompletableFuture<Integer> recreated = move.recreate();
        rig.pump.run();
        return recreated;
    }

    private void want(Peer server, long offset, long length) {
        server.send(
                Control.newBuilder()
                        .setArenaWanted(
                                ArenaWanted.newBuilder()
                                        .addCalls(0)
                                        .addOffsets(offset)
                                        .addLengths(length)));
        rig.pump.run();
    }

    private void assertStays(CompletableFuture<?> step, String why) {
        assertThatThrownBy(step::join).hasMessageContaining(why);
        guest.send(new Calls(9).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(old.records()).extracting(Calls.Seen::call).contains(9L);
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldStayWhereTheOtherServerCanNeitherMapNorMirrorTheMemory() {
        rig.refuseMemoryAtServer();
        assertStays(recreate(), "can neither map the session's shared memory nor mirror it");
    }

    @Test
    void shouldStayWhereAServerThatMapsTheMemoryWantsPartsOfIt() {
        assertThat(recreate()).isCompleted();
        CompletableFuture<Long> copied = move.copy();
        want(rig.server(), 0, 10);
        assertStays(copied, "wants parts of an arena of which it has no mirror");
    }

    @Test
    void shouldStayWhereAServerWantsPartsBeyondTheMemory() {
        rig.mirrorMemoryAtServer();
        assertThat(recreate()).isCompleted();
        CompletableFuture<Long> copied = move.copy();
        want(rig.server(), ARENA - 5, 10);
        assertStays(copied, "wants parts outside of the arena");
    }

    /** Completes the move to the server, which wants a part of its mirror. */
    private void goOn(Peer fresh) {
        want(fresh, 100, 3000);
        CompletableFuture<Long> copied = move.copy();
        rig.pump.run();
        for (Peer server : new Peer[] {old, fresh}) {
            server.send(Control.newBuilder().setStateMoved(StateMoved.newBuilder().setBytes(5)));
            rig.pump.run();
        }
        assertThat(copied).isCompletedWithValue(5L);
        CompletableFuture<Void> switched = move.goOn();
        rig.pump.run();
        assertThat(switched).isCompleted();
    }

    @Test
    void shouldGoOnWhereAServerWantsPartsOfItsMirror() {
        rig.mirrorMemoryAtServer();
        assertThat(recreate()).isCompleted();
        Peer fresh = rig.server();
        goOn(fresh);
        guest.send(new Calls(9).call(ToyCatalog.WORK, true, 5, 5).frame());
        rig.pump.run();
        assertThat(fresh.records()).extracting(Calls.Seen::call).contains(9L);
    }

    @Test
    void shouldNotSendAgainToAMirrorWhatARefusedCallReads() {
        rig.mirrorMemoryAtServer();
        assertThat(recreate()).isCompleted();
        Peer fresh = rig.server();
        goOn(fresh);
        guest.send(
                new Calls(9).arena(ToyCatalog.WORK, 0, 16).arena(ToyCatalog.WORK, 32, 16).frame());
        rig.pump.run();
        long before = piecesFor(fresh);
        fresh.send(new Calls().record(RecordKinds.FAILED, 0, ToyCatalog.WORK, 9).frame());
        fresh.send(new Calls().record(RecordKinds.CALLBACK, 0, 5, 1).frame());
        rig.pump.run();
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 0, 1).frame());
        rig.pump.run();
        assertThat(fresh.records())
                .extracting(Calls.Seen::kind)
                .contains(RecordKinds.CALLBACK_RETURN);
        assertThat(piecesFor(fresh) - before).as("the read of call 10").isEqualTo(1);
    }

    private static long piecesFor(Peer server) {
        return server.controls().stream().filter(Control::hasArenaBytes).count();
    }
}
