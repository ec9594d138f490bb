package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
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
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how state moves between two servers over a Unix socket. */
@Timeout(240)
final class StateMoveTest {
    private static final byte[] TOKEN = token(1);

    @TempDir Path folder;

    private MoveRig rig;
    private ToyGuest old;
    private ToyGuest fresh;

    @BeforeEach
    void open() {
        rig = new MoveRig(folder);
        old = rig.old.guest();
        old.open();
        rig.old.state().memory = bytes(5 << 20);
        fresh = rig.fresh.guest();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static byte[] token(int seed) {
        byte[] token = new byte[32];
        Arrays.fill(token, (byte) seed);
        return token;
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    private ByteString rest() {
        old.comeToRest(Duration.ofMinutes(3)).flush();
        return old.takeControl().getAtRest().getPlacements();
    }

    private void takeOver(ByteString placements) {
        fresh.open(ToyGuest.openRequest().setTakesOver(true).setPlacements(placements).build());
    }

    private void send() {
        old.sendState(rig.fresh.uri().toString(), TOKEN).flush();
    }

    /** Brings both sessions to the point where the state can be sent. */
    private void announce() {
        takeOver(rest());
        fresh.awaitState(TOKEN).flush();
    }

    private static StateMoved moved(ToyGuest guest) {
        Control answer = guest.takeControl();
        assertThat(answer.hasStateMoved()).as("%s", answer).isTrue();
        return answer.getStateMoved();
    }

    private static String problem(ToyGuest guest) {
        String problem = moved(guest).getProblem();
        assertThat(problem).isNotEmpty().doesNotContain("\n").doesNotContain("\tat ");
        return problem;
    }

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
    void shouldRefuseToTakeOverWhenTheDriverCannot() {
        rig.fresh.host.movable = false;
        assertThat(refusal(ByteString.EMPTY).message()).contains("cannot move sessions");
        assertThat(rig.fresh.process().isClosed()).isTrue();
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

    // --- ahead
    // -----------------------------------------------------------------------------------------------------

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

    private RoundCopied round() {
        old.control(
                        Control.newBuilder()
                                .setCopyRound(
                                        CopyRound.newBuilder()
                                                .setTarget(rig.fresh.uri().toString())
                                                .setToken(ByteString.copyFrom(TOKEN)))
                                .build())
                .flush();
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

    @Test
    void shouldEndARoundThatIsGivenUpWhileTheReceiverIsSlow() throws InterruptedException {
        rig.old.state().memory = bytes(48 << 20);
        openAhead();
        rig.fresh.state().mayTake = new CountDownLatch(1);
        old.control(
                Control.newBuilder()
                        .setCopyRound(
                                CopyRound.newBuilder()
                                        .setTarget(rig.fresh.uri().toString())
                                        .setToken(ByteString.copyFrom(TOKEN)))
                        .build());
        old.flush();
        await(rig.fresh.state().restoring);
        old.control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build()).flush();
        assertThat(old.takeControl().getRoundCopied().getProblem()).contains("the session ended");
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

    // --- tokens and streams
    // -----------------------------------------------------------------------------------------------------

    @Test
    void shouldDenyAWrongTokenWithoutDetail() {
        announce();
        assertDenied(rig.stream(token(2)).status());
        assertDenied(rig.stream(new byte[0]).status());
        send();
        assertThat(moved(old).getProblem()).isEmpty();
    }

    @Test
    void shouldAcceptATokenOnce() {
        announce();
        MoveRig.Stream first = rig.takenStream(TOKEN);
        first.awaitBegin();
        assertDenied(rig.stream(TOKEN).status());
        first.cancel();
        assertThat(problem(fresh)).contains("broke off");
        assertDenied(rig.stream(TOKEN).status());
    }

    @Test
    void shouldForgetTheTokenOfASessionThatEnds() {
        announce();
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertDenied(rig.stream(TOKEN).status());
    }

    @Test
    void shouldDenyAStreamThatEndsWithoutAToken() {
        assertDenied(rig.stream().halfClose().status());
    }

    private static void assertDenied(Status status) {
        assertThat(status.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(status.getDescription()).isNull();
    }

    @Test
    void shouldReportAStreamThatIsCutHalfWay() throws InterruptedException {
        announce();
        MoveRig.Stream stream = rig.takenStream(TOKEN);
        stream.awaitBegin();
        stream.send(piece(0, bytes(1 << 20)));
        await(rig.fresh.state().restoring);
        stream.cancel();
        StateMoved moved = moved(fresh);
        assertThat(moved.getProblem()).contains("broke off");
        assertThat(moved.getBytes()).isEqualTo(1 << 20);
        assertThat(rig.fresh.moves("in", "failed")).isEqualTo(1);
    }

    @Test
    void shouldReportAStreamThatEndsBeforeItsLastPiece() {
        announce();
        MoveRig.Stream stream = rig.takenStream(TOKEN);
        stream.awaitBegin();
        stream.halfClose();
        assertThat(stream.status().isOk()).isTrue();
        assertThat(problem(fresh)).contains("before the last piece");
    }

    private static StatePiece piece(long offset, byte[] content) {
        return StatePiece.newBuilder()
                .setAddress(ToyState.ADDRESS + offset)
                .setMemory(ByteString.copyFrom(content))
                .build();
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

    @Test
    void shouldRefuseRangesThatDoNotFitTheirMemory() {
        long at = ToyState.ADDRESS;
        for (List<Long> ranges :
                List.of(
                        List.of(at),
                        List.of(at, 99L),
                        List.of(at, 101L),
                        List.of(at, -1L, at, 101L),
                        List.of(at, 0L, at, 100L),
                        List.of(at, 50L, at + 50, Long.MAX_VALUE),
                        List.of(at, 100L, at + 100))) {
            close();
            open();
            announce();
            MoveRig.Stream stream = rig.takenStream(TOKEN);
            stream.awaitBegin();
            StatePiece piece =
                    StatePiece.newBuilder(piece(0, bytes(100))).addAllRanges(ranges).build();
            stream.send(piece);
            assertThat(problem(fresh)).as("%s", ranges).contains("addresses and sizes do not fit");
            assertThat(rig.fresh.state().restored.size()).isZero();
        }
    }

    @Test
    void shouldReportStateThatCannotBeRestoredAtBothEnds() {
        announce();
        rig.fresh.state().failure = new StateException("it does not fit");
        send();
        assertThat(problem(old)).isEqualTo("it does not fit");
        assertThat(problem(fresh)).isEqualTo("it does not fit");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
    }

    @Test
    void shouldReportADefectWithoutItsStackTrace() {
        announce();
        rig.fresh.state().failure = new IllegalStateException("a defect\n\tat line 1");
        send();
        assertThat(problem(old)).contains("the server failed: java.lang.IllegalStateException");
        assertThat(problem(fresh)).contains("a defect");
    }

    @Test
    void shouldMakeNoCallAfterStateWasRestoredInPart() {
        announce();
        rig.fresh.state().failure = new StateException("it does not fit");
        fresh.async(1, ToyDispatcher.NOTE, 1, 0);
        fresh.flush();
        send();
        problem(fresh);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertThat(rig.fresh.process().notes).isEmpty();
    }

    @Test
    void shouldReportATargetThatIsNotThere() {
        rest();
        old.sendState("hira+unix://" + folder.resolve("missing.sock"), TOKEN).flush();
        assertThat(problem(old)).contains("missing.sock");
        old.sendState("ftp://example", TOKEN).flush();
        assertThat(problem(old)).contains("ftp://example");
        old.sendState("no address", TOKEN).flush();
        assertThat(problem(old)).contains("no address");
        announceAgain();
        assertThat(moved(old).getProblem()).isEmpty();
    }

    /** The session is still at rest. */
    private void announceAgain() {
        takeOver(ByteString.copyFrom(rig.old.state().placements));
        fresh.awaitState(TOKEN).flush();
        send();
    }

    // --- ends
    // -----------------------------------------------------------------------------------------------------

    @Test
    void shouldReleaseBothWhenTheOldSessionEndsWhileItSends() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.old.state().saving);
        await(rig.fresh.state().restoring);
        old.link().close();
        rig.old.awaitSessions(0);
        assertThat(problem(fresh)).contains("broke off");
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertUnused();
    }

    @Test
    void shouldReleaseTheOldSessionThatEndsWhileItConnects() {
        takeOver(rest());
        send();
        rig.awaitDenied();
        old.link().close();
        rig.old.awaitSessions(0);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertUnused();
    }

    @Test
    void shouldReleaseBothWhenTheNewSessionEndsWhileItTakes() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.fresh.state().restoring);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        rig.old.state().mayGoOn.countDown();
        assertThat(problem(old)).contains("the session ended");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
        assertUnused();
    }

    @Test
    void shouldReleaseTheNewSessionThatEndsBeforeItsCallsAreMade() {
        takeOver(rest());
        fresh.async(1, ToyDispatcher.AWAIT_NOTE, 5, 1);
        fresh.awaitState(TOKEN).flush();
        MoveRig.Stream one = rig.takenStream(TOKEN);
        MoveRig.Stream other = rig.stream(TOKEN);
        fresh.link().close();
        rig.fresh.awaitSessions(0);
        assertThat(List.of(one.status(), other.status()))
                .extracting(Status::getDescription)
                .containsExactlyInAnyOrder(null, "the session ended");
        assertUnused();
    }

    @Test
    void shouldReportTheEndOfTheOtherServer() throws InterruptedException {
        announce();
        rig.old.state().mayGoOn = new CountDownLatch(1);
        send();
        await(rig.fresh.state().restoring);
        rig.fresh.server.close();
        rig.old.state().mayGoOn.countDown();
        assertThat(problem(old)).isNotEmpty();
        assertThat(rig.old.moves("out", "failed")).isEqualTo(1);
    }

    private void assertUnused() {
        for (MoveRig.Side side : new MoveRig.Side[] {rig.old, rig.fresh}) {
            for (ToyHost.OneProcess process : side.host.processes) {
                assertThat(process.state.usedAfterClose).isFalse();
            }
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    }
}
