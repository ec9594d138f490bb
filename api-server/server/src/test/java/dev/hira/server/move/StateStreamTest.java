package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.StatePiece;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which streams a server takes as a session's state, and by which tokens. */
final class StateStreamTest extends MovingPair {
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

    private static void assertDenied(Status status) {
        assertThat(status.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(status.getDescription()).isNull();
    }

    private static StatePiece piece(long offset, byte[] content) {
        return StatePiece.newBuilder()
                .setAddress(ToyState.ADDRESS + offset)
                .setMemory(ByteString.copyFrom(content))
                .build();
    }
}
