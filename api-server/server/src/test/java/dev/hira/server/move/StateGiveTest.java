package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.EndCopy;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.TakeState;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a server gives a state to a caller, and takes the same pieces back. */
@Timeout(240)
final class StateGiveTest {
    private static final byte[] TOKEN = new byte[32];

    @TempDir Path folder;

    private MoveRig rig;
    private ToyGuest old;

    @BeforeEach
    void open() {
        rig = new MoveRig(folder);
        old = rig.old.guest();
        old.open();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    private static byte[] same(int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) 0x5A);
        return bytes;
    }

    private void offer() {
        old.comeToRest(Duration.ofMinutes(3)).flush();
        assertThat(old.takeControl().getAtRest().getProblem()).isEmpty();
        old.sendState("", TOKEN).flush();
    }

    /** Takes the state, as soon as the server knows the token. */
    private List<StatePiece> take() {
        while (true) {
            try {
                List<StatePiece> pieces = new ArrayList<>();
                rig.give(TOKEN).forEachRemaining(pieces::add);
                return pieces;
            } catch (StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            }
        }
    }

    private ToyGuest restore(List<StatePiece> pieces) {
        ToyGuest fresh = rig.fresh.guest();
        fresh.open(ToyGuest.openRequest().setTakesOver(true).build());
        fresh.awaitState(TOKEN).flush();
        MoveRig.Stream stream = rig.stream();
        // The new server may learn of the token later than of the stream.
        while (!begins(stream)) {
            stream = rig.stream();
        }
        pieces.forEach(stream::send);
        stream.halfClose();
        return fresh;
    }

    private static boolean begins(MoveRig.Stream stream) {
        stream.send(StatePiece.newBuilder().setToken(ByteString.copyFrom(TOKEN)).build());
        return stream.begins();
    }

    @Test
    void shouldGiveAStateThatRestoresByteForByte() {
        ToyState from = rig.old.state();
        from.records.add(new byte[] {7});
        from.memory = random(5 << 20);
        Arrays.fill(from.memory, 1 << 20, 3 << 20, (byte) 9);
        offer();
        List<StatePiece> pieces = take();
        assertThat(old.takeControl().getStateMoved())
                .isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        assertThat(pieces.getLast().getLast()).isTrue();
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);

        ToyGuest fresh = restore(pieces);
        assertThat(fresh.takeControl().getStateMoved())
                .isEqualTo(StateMoved.newBuilder().setBytes(5 << 20).build());
        assertThat(rig.fresh.state().restored.toByteArray()).isEqualTo(from.memory);
        assertThat(rig.fresh.state().restoredRecords).containsExactly(new byte[] {7});
    }

    private RoundCopied round() {
        old.control(
                        Control.newBuilder()
                                .setCopyRound(
                                        CopyRound.newBuilder().setToken(ByteString.copyFrom(TOKEN)))
                                .build())
                .flush();
        return old.takeControl().getRoundCopied();
    }

    @Test
    void shouldGiveRoundsOfMemoryAheadOfTheState() throws InterruptedException {
        ToyState from = rig.old.state();
        from.records.add(new byte[] {7});
        from.memory = random(4 << 20);
        CompletableFuture<List<StatePiece>> taken = CompletableFuture.supplyAsync(this::take);
        assertThat(round().getBytes()).isEqualTo(1 << 20);
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
        assertThat(round().getPending()).isEqualTo(2 << 20);
        offer();
        assertThat(old.takeControl().getStateMoved().getBytes()).isEqualTo(4 << 20);
        from.rounds.closed.await();

        ToyGuest fresh = rig.fresh.guest();
        fresh.open(ToyGuest.openRequest().setTakesOver(true).build());
        AwaitState.Builder ahead =
                AwaitState.newBuilder().setToken(ByteString.copyFrom(TOKEN)).setAhead(true);
        fresh.control(Control.newBuilder().setAwaitState(ahead).build());
        fresh.control(Control.newBuilder().setTakeState(TakeState.getDefaultInstance()).build())
                .flush();
        MoveRig.Stream stream = rig.takenStream(TOKEN);
        stream.awaitBegin();
        taken.join().forEach(stream::send);
        stream.halfClose();
        assertThat(fresh.takeControl().getStateMoved())
                .isEqualTo(StateMoved.newBuilder().setBytes(4 << 20).build());
        assertThat(rig.fresh.state().restored.toByteArray()).isEqualTo(from.memory);
        assertThat(rig.fresh.state().restoredRecords).hasSize(1);
    }

    @Test
    void shouldBreakOffRoundsThatAreGivenUp() throws InterruptedException {
        rig.old.state().memory = random(4 << 20);
        CompletableFuture<List<StatePiece>> taken = CompletableFuture.supplyAsync(this::take);
        assertThat(round().getProblem()).isEmpty();
        old.control(Control.newBuilder().setEndCopy(EndCopy.getDefaultInstance()).build()).flush();
        rig.old.state().rounds.closed.await();
        assertThatThrownBy(taken::join).hasMessageContaining("was: FAILED_PRECONDITION");
        assertThat(old.ask(1, ToyDispatcher.ECHO, 4, 0).value()).isEqualTo(4);
    }

    @Test
    void shouldNeedAlmostNoBytesForMemoryThatRepeatsOneValue() {
        rig.old.state().memory = same(16 << 20);
        offer();
        List<StatePiece> pieces = take();
        int bytes = pieces.stream().mapToInt(StatePiece::getSerializedSize).sum();
        assertThat(bytes).isLessThan(16 * 128);
        assertThat(restore(pieces).takeControl().getStateMoved().getBytes()).isEqualTo(16 << 20);
    }

    @Test
    void shouldNeedHardlyMoreBytesThanTheMemoryHas() {
        rig.old.state().memory = random(4 << 20);
        offer();
        int bytes = take().stream().mapToInt(StatePiece::getSerializedSize).sum();
        assertThat(bytes).isBetween(4 << 20, (4 << 20) + 4 * 64);
    }

    @Test
    void shouldBufferLittleWhenTheCallerIsSlow() {
        rig.old.state().memory = random(48 << 20);
        offer();
        Iterator<StatePiece> pieces = first();
        rig.awaitWaiting(rig.old.state().saver);
        assertThat(rig.old.bytes("out")).isLessThan(24 << 20);
        pieces.forEachRemaining(piece -> {});
        assertThat(old.takeControl().getStateMoved().getBytes()).isEqualTo(48 << 20);
    }

    /** Takes the first piece only. */
    private Iterator<StatePiece> first() {
        while (true) {
            try {
                Iterator<StatePiece> pieces = rig.give(TOKEN);
                assertThat(pieces.hasNext()).isTrue();
                return pieces;
            } catch (StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            }
        }
    }

    @Test
    void shouldGiveTheStateOnlyOnceAndOnlyForItsToken() {
        rig.old.state().memory = random(1 << 20);
        offer();
        byte[] other = TOKEN.clone();
        other[31] ^= 1;
        assertThatThrownBy(() -> rig.give(other).hasNext())
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessage("PERMISSION_DENIED");
        take();
        assertThatThrownBy(() -> rig.give(TOKEN).hasNext())
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessage("PERMISSION_DENIED");
    }

    @Test
    void shouldGoOnWhenTheSessionEndsWhileItsStateIsTaken() throws InterruptedException {
        rig.old.state().memory = random(4 << 20);
        rig.old.state().mayGoOn = new CountDownLatch(1);
        offer();
        Iterator<StatePiece> pieces = first();
        assertThat(rig.old.state().saving.await(120, TimeUnit.SECONDS)).isTrue();
        old.link().close();
        assertThatThrownBy(() -> pieces.forEachRemaining(piece -> {}))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("could not be saved");
        rig.old.awaitSessions(0);
        assertThat(rig.old.state().usedAfterClose).isFalse();
    }

    @Test
    void shouldRefuseATokenOfAnotherLength() {
        old.comeToRest(Duration.ofMinutes(3)).flush();
        assertThat(old.takeControl().getAtRest().getProblem()).isEmpty();
        old.sendState("", new byte[3]).flush();
        assertThat(old.takeControl().getStateMoved().getProblem())
                .isEqualTo("a token has 32 bytes, not 3");
    }

    @Test
    void shouldRefuseMemoryThatIsNotWhatItsPieceSays() {
        rig.old.state().memory = same(1 << 20);
        offer();
        StatePiece packed =
                take().stream().filter(p -> p.getContentBytes() != 0).findFirst().orElseThrow();
        refuse(packed.toBuilder().setContentBytes(packed.getContentBytes() - 1), "no valid");
        refuse(packed.toBuilder().setContentBytes(packed.getContentBytes() + 1), "instead of");
        refuse(packed.toBuilder().setContentBytes((1 << 20) + 1), "at most 1048576");
        refuse(packed.toBuilder().setContentBytes(-1), "4294967295 bytes");
        refuse(packed.toBuilder().setMemory(ByteString.copyFrom(random(99))), "no valid zstd");
    }

    private void refuse(StatePiece.Builder piece, String why) {
        ToyGuest fresh = restore(List.of(piece.build()));
        assertThat(fresh.takeControl().getStateMoved().getProblem()).contains(why);
        assertThat(rig.fresh.state().restored.size()).isZero();
    }
}
