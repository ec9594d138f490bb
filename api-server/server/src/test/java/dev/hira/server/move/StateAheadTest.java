package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.api.MemoryRange;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.EndCopy;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.TakeState;
import dev.hira.wire.v1.TellPlacements;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests how memory moves in rounds, ahead of the state, while both sessions make calls. */
final class StateAheadTest extends MovingPair {
    /** Opens the new session with the placements of the old one, while that works. */
    private void openAhead() {
        old.control(
                        Control.newBuilder()
                                .setTellPlacements(TellPlacements.getDefaultInstance())
                                .build())
                .flush();
        takeOver(old.takeControl().getPlacements().getPlacements());
        fresh.control(
                        Control.newBuilder()
                                .setAwaitState(
                                        AwaitState.newBuilder()
                                                .setToken(ByteString.copyFrom(TOKEN))
                                                .setAhead(true))
                                .build())
                .flush();
    }

    private Control copyRound() {
        return copyRound(0);
    }

    private Control copyRound(int slowdown) {
        return Control.newBuilder()
                .setCopyRound(
                        CopyRound.newBuilder()
                                .setTarget(rig.fresh.uri().toString())
                                .setToken(ByteString.copyFrom(TOKEN))
                                .setSlowdown(slowdown))
                .build();
    }

    private RoundCopied round() {
        old.control(copyRound()).flush();
        return old.takeControl().getRoundCopied();
    }

    private void takeState(byte... placements) {
        fresh.control(
                        Control.newBuilder()
                                .setTakeState(
                                        TakeState.newBuilder()
                                                .setPlacements(ByteString.copyFrom(placements)))
                                .build())
                .flush();
    }

    @Test
    void shouldSlowDownTheWorkDuringTheRoundOnly() {
        openAhead();
        assertThat(round().getProblem()).isEmpty();
        assertThat(rig.old.state().slowdowns).isEmpty();
        old.control(copyRound(4)).flush();
        assertThat(old.takeControl().getRoundCopied().getProblem()).isEmpty();
        assertThat(rig.old.state().slowdowns).containsExactly(4, 0);
        old.control(copyRound(1025)).flush();
        assertThat(old.takeControl().getRoundCopied().getProblem())
                .isEqualTo("a slowdown of 1025 was asked; allowed is at most 1024");
    }

    @Test
    void shouldMoveMemoryInRoundsWhileBothSessionsMakeCalls() throws InterruptedException {
        ToyState from = rig.old.state();
        from.records.add(new byte[] {7});
        openAhead();
        assertThat(round())
                .isEqualTo(
                        RoundCopied.newBuilder()
                                .setBytes(5 << 18)
                                .setPending((5 << 20) - (5 << 18))
                                .build());
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        rig.fresh.state().missed = List.of(new MemoryRange(ToyState.ADDRESS, 4096));
        assertThat(round().getProblem()).isEmpty();
        assertThat(from.rounds.missed).containsExactly(new MemoryRange(ToyState.ADDRESS, 4096));
        rest();
        takeState((byte) 4);
        send();
        assertThat(moved(old)).isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        assertThat(moved(fresh)).isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        ToyState to = rig.fresh.state();
        assertThat(to.agreed).containsExactly(4);
        assertThat(to.restored.toByteArray()).isEqualTo(from.memory);
        assertThat(to.restoredRecords).hasSize(1);
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        await(from.rounds.closed);
    }

    @Test
    void shouldReportDevicesThatHaveChosenOtherwiseAndMoveTheSessionAnew() {
        openAhead();
        assertThat(round().getProblem()).isEmpty();
        rest();
        takeState((byte) ToyState.BAD_PLACEMENTS);
        send();
        assertThat(problem(old)).isEqualTo("the devices have chosen otherwise");
        assertThat(problem(fresh)).isEqualTo("the devices have chosen otherwise");
        fresh.link().close();
        fresh = rig.fresh.guest();
        takeOver(ByteString.copyFrom(rig.old.state().placements));
        byte[] another = token(2);
        fresh.awaitState(another).flush();
        old.sendState(rig.fresh.uri().toString(), another).flush();
        assertThat(moved(old).getProblem()).isEmpty();
        assertThat(moved(fresh).getProblem()).isEmpty();
        assertThat(rig.fresh.state().restored.toByteArray()).isEqualTo(rig.old.state().memory);
    }

    @Test
    void shouldEndThePreCopyThatIsGivenUp() throws InterruptedException {
        openAhead();
        assertThat(round().getProblem()).isEmpty();
        old.control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build()).flush();
        await(rig.old.state().rounds.closed);
        assertThat(problem(fresh)).contains("broke off");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
    }

    /**
     * A router gives the copy up when a recorded call has failed, which it may hear at this time.
     */
    @Test
    void shouldComeToRestWhileThePreCopyIsGivenUp() throws InterruptedException {
        openAhead();
        assertThat(round().getProblem()).isEmpty();
        long waiting = old.sync(1, ToyDispatcher.AWAIT, 5, 0);
        old.comeToRest(Duration.ofMinutes(3))
                .control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build())
                .flush();
        await(rig.old.state().rounds.closed);
        rig.old.process().open(5);
        assertThat(old.take().callId()).isEqualTo(waiting);
        assertThat(old.takeControl().getAtRest().getProblem()).isEmpty();
    }

    /** Some of the rounds have not begun when they are given up. */
    @Test
    void shouldEndRoundsThatAreGivenUpAtOnce() {
        openAhead();
        for (int i = 0; i < 50; i++) {
            old.control(copyRound())
                    .control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build())
                    .flush();
            assertThat(old.takeControl().hasRoundCopied()).isTrue();
        }
        old.link().close();
        rig.old.awaitSessions(0);
    }

    @Test
    void shouldEndARoundThatIsGivenUpWhileTheReceiverIsSlow() throws InterruptedException {
        rig.old.state().memory = bytes(48 << 20);
        openAhead();
        rig.fresh.state().mayTake = new CountDownLatch(1);
        old.control(copyRound()).flush();
        await(rig.fresh.state().restoring);
        old.control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build()).flush();
        assertThat(old.takeControl().getRoundCopied().getProblem()).contains("broken off");
        await(rig.old.state().rounds.closed);
        rig.fresh.state().mayTake.countDown();
    }

    @Test
    void shouldEndThePreCopyOfASessionThatEnds() throws InterruptedException {
        openAhead();
        assertThat(round().getProblem()).isEmpty();
        old.link().close();
        rig.old.awaitSessions(0);
        await(rig.old.state().rounds.closed);
        assertUnused();
    }

    @Test
    void shouldRefuseAStreamThatEndsAfterTheRounds() {
        openAhead();
        MoveRig.Stream stream = rig.takenStream(TOKEN);
        stream.awaitBegin();
        stream.send(StatePiece.newBuilder().setLast(true).build());
        assertThat(problem(fresh)).contains("before the state");
    }

    @Test
    void shouldTakeManyPlacementsAfterTheOpening() {
        takeOver(ByteString.EMPTY);
        byte[] many = bytes(100_000);
        fresh.control(
                        Control.newBuilder()
                                .setPlacements(
                                        Placements.newBuilder()
                                                .setPlacements(ByteString.copyFrom(many)))
                                .build())
                .flush();
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(rig.fresh.state().prepared).isEqualTo(many);
    }
}
