package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests how state moves between two servers over a Unix socket. */
final class StateMoveTest extends MovingPair {
    @Test
    void shouldMoveTheStateByteForByte() {
        ToyState from = rig.old.state();
        from.records.add(new byte[] {7});
        from.records.add(bytes(100_000));
        announce();
        send();
        assertThat(moved(old)).isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        assertThat(moved(fresh)).isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        ToyState to = rig.fresh.state();
        assertThat(to.prepared).isEqualTo(from.placements);
        assertThat(to.restored.toByteArray()).isEqualTo(from.memory);
        assertThat(to.restoredRecords).hasSize(2);
        assertThat(to.restoredRecords.get(0)).containsExactly(7);
        assertThat(to.restoredRecords.get(1)).isEqualTo(bytes(100_000));
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
        assertThat(rig.old.bytes("out")).isEqualTo(5 << 20);
        assertThat(rig.fresh.bytes("in")).isEqualTo(5 << 20);
        assertThat(rig.old.moves("out", "moved")).isEqualTo(1);
        assertThat(rig.fresh.moves("in", "moved")).isEqualTo(1);
    }

    @Test
    void shouldMoveASessionWithoutState() {
        rig.old.state().memory = new byte[0];
        announce();
        send();
        assertThat(moved(fresh)).isEqualTo(StateMoved.getDefaultInstance());
        assertThat(moved(old)).isEqualTo(StateMoved.getDefaultInstance());
    }

    @Test
    void shouldBufferLittleOfTheStateWhenTheReceiverIsSlow() throws InterruptedException {
        rig.old.state().memory = bytes(48 << 20);
        announce();
        rig.fresh.state().mayTake = new CountDownLatch(1);
        send();
        await(rig.fresh.state().restoring);
        rig.awaitWaiting(rig.old.state().saver);
        assertThat(rig.old.bytes("out")).isLessThan(16 << 20);
        rig.fresh.state().mayTake.countDown();
        assertThat(moved(old).getBytes()).isEqualTo(48 << 20);
        assertThat(rig.fresh.state().restored.toByteArray()).isEqualTo(rig.old.state().memory);
    }

    @Test
    void shouldFindTheOtherServerThatLearnsOfTheStateLater() {
        takeOver(rest());
        send();
        rig.awaitDenied();
        fresh.awaitState(TOKEN).flush();
        assertThat(moved(old).getProblem()).isEmpty();
        assertThat(moved(fresh).getProblem()).isEmpty();
    }

    @Test
    void shouldKeepCallsUntilTheStateIsRestored() {
        takeOver(rest());
        fresh.awaitState(TOKEN);
        fresh.async(1, ToyDispatcher.NOTE, 8, 0);
        long inTheSameFrame = fresh.sync(1, ToyDispatcher.ECHO, 3, 0);
        fresh.flush();
        long inTheNext = fresh.sync(2, ToyDispatcher.ECHO, 4, 0);
        fresh.flush();
        send();
        assertThat(moved(fresh).getProblem()).isEmpty();
        assertThat(fresh.take().callId()).isEqualTo(inTheSameFrame);
        assertThat(fresh.take().callId()).isEqualTo(inTheNext);
        assertThat(moved(old).getProblem()).isEmpty();
    }

    @Test
    void shouldKeepCallsUntilTheStateIsSaved() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.old.state().saving);
        long call = old.sync(1, ToyDispatcher.NOTE, 9, 0);
        old.flush();
        rig.old.state().mayGoOn.countDown();
        assertThat(moved(old).getProblem()).isEmpty();
        assertThat(old.take().callId()).isEqualTo(call);
        assertThat(moved(fresh).getProblem()).isEmpty();
    }

    /** Calls that wait for work travel, and so do the calls of their lanes behind them. */
    @Test
    void shouldMakeCallsThatTravelInTheOrderOfTheirArrival() {
        rig.old.process().gatesAreWork = true;
        old.call(0, 1, ToyDispatcher.PUT_WHEN_OPEN, 5, 1, ToyGuest.data((byte) 3));
        old.call(0, 2, ToyDispatcher.PUT_WHEN_OPEN, 6, 1, ToyGuest.data((byte) 4));
        old.async(2, ToyDispatcher.NOTE, 7, 0);
        old.async(1, ToyDispatcher.NOTE, 8, 0);
        old.control(
                        Control.newBuilder()
                                .setComeToRest(
                                        ComeToRest.newBuilder()
                                                .setLimitNanos(Duration.ofMinutes(3).toNanos())
                                                .setStopsWork(true))
                                .build())
                .flush();
        takeOver(old.takeControl().getAtRest().getPlacements());
        fresh.awaitState(TOKEN).flush();
        send();
        assertThat(moved(old).getProblem()).isEmpty();
        assertThat(moved(fresh).getProblem()).isEmpty();
        rig.fresh.process().open(5);
        rig.fresh.process().open(6);
        fresh.control(Control.newBuilder().setGoOn(GoOn.getDefaultInstance()).build());
        fresh.ask(3, ToyDispatcher.ECHO, 1, 0);
        assertThat(rig.fresh.process().notes).containsExactly("5=3", "6=4", "2:7", "1:8");
        rig.old.process().open(5);
        rig.old.process().open(6);
    }

    @Test
    void shouldRestoreAfterRecordedCallsThatAreAway() {
        takeOver(rest());
        fresh.async(1, ToyDispatcher.AWAIT_NOTE, 5, 1);
        fresh.async(1, ToyDispatcher.AWAIT_NOTE, 6, 2);
        fresh.awaitState(TOKEN).flush();
        send();
        rig.fresh.process().open(5);
        rig.fresh.process().open(6);
        assertThat(moved(fresh).getProblem()).isEmpty();
        assertThat(rig.fresh.process().notes).containsExactly("1:1", "1:2");
    }

    @Test
    void shouldRefuseToTakeOverWithBadPlacements() {
        LinkStatus refusal = refusal(ByteString.copyFrom(new byte[] {ToyState.BAD_PLACEMENTS}));
        assertThat(refusal.cause()).isEqualTo(Cause.REFUSED);
        assertThat(refusal.message()).contains("cannot be taken over: the placements are bad");
        assertThat(rig.fresh.process().isClosed()).isTrue();
    }

    @Test
    void shouldTakePlacementsThatFollowTheRequest() {
        fresh.open(ToyGuest.openRequest().setTakesOver(true).build());
        ByteString late = ByteString.copyFromUtf8("choices");
        fresh.control(
                Control.newBuilder()
                        .setPlacements(Placements.newBuilder().setPlacements(late))
                        .build());
        fresh.flush();
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(rig.fresh.state().prepared).isEqualTo(late.toByteArray());
    }

    @Test
    void shouldRefuseToTakeOverWhenTheDriverCannot() {
        rig.fresh.host.movable = false;
        assertThat(refusal(ByteString.EMPTY).message()).contains("cannot move sessions");
        assertThat(rig.fresh.process().isClosed()).isTrue();
    }

    @Test
    void shouldAwaitStateOnlyInASessionThatTakesOver() {
        fresh.open();
        fresh.awaitState(TOKEN).flush();
        assertThat(problem(fresh)).contains("not opened to take over");
        assertThat(fresh.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
    }

    @Test
    void shouldNotAwaitStateWithAShortToken() {
        takeOver(rest());
        fresh.awaitState(new byte[31]).flush();
        assertThat(problem(fresh)).contains("32 bytes, not 31");
    }

    @Test
    void shouldSendStateOnlyAtRest() {
        send();
        assertThat(problem(old)).contains("not at rest");
    }

    private LinkStatus refusal(ByteString placements) {
        fresh.control(
                Control.newBuilder()
                        .setOpen(
                                ToyGuest.openRequest().setTakesOver(true).setPlacements(placements))
                        .build());
        fresh.flush();
        return fresh.closedStatus();
    }

    @Test
    void shouldTakeSmallRangesOfMemoryTogether() {
        rig.old.state().smallRanges = 100;
        announce();
        send();
        assertThat(moved(old).getBytes()).isEqualTo(5 << 20);
        assertThat(moved(fresh).getBytes()).isEqualTo(5 << 20);
        assertThat(rig.fresh.state().restored.toByteArray()).isEqualTo(rig.old.state().memory);
    }
}
