package dev.hira.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaBytes;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Opened;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session with a mirror of its arena, because the server cannot map it. */
@Timeout(240)
final class ArenaMirrorTest {
    private static final int ARENA = 1 << 20;

    private final ToyRig rig = new ToyRig();
    private ToyGuest router;

    @BeforeEach
    void open() {
        router = rig.connect();
        Opened opened =
                router.open(
                        ToyGuest.openRequest()
                                .setMemoryPath("/nowhere/arena")
                                .setMemorySize(ARENA)
                                .setMirrorsMemory(true)
                                .build());
        assertThat(opened.getUsesMemory()).isFalse();
        assertThat(opened.getMirrorsMemory()).isTrue();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Sends bytes for the mirror. */
    private void send(long offset, long output, byte... bytes) {
        byte[] args =
                Control.newBuilder()
                        .setArenaBytes(ArenaBytes.newBuilder().setOffset(offset).setOutput(output))
                        .build()
                        .toByteArray();
        router.writer()
                .begin(RecordKinds.CONTROL, 0, 0, 0, 0)
                .args(args, args.length)
                .payloadInline(1, MemorySegment.ofArray(bytes), bytes.length, false)
                .end();
    }

    /** Makes the driver note the sum of some bytes, and returns all notes. */
    private List<String> sums(long offset, int bytes) {
        router.call(
                0,
                1,
                ToyDispatcher.PUT,
                1,
                bytes,
                w -> w.payloadArena(ToyDispatcher.DATA, offset, bytes));
        assertThat(router.ask(1, ToyDispatcher.ECHO, 8, 0).value()).isEqualTo(8);
        return rig.process().notes;
    }

    private static ArenaBytes bytes(Received record) {
        assertThat(record.kind()).isEqualTo(RecordKinds.CONTROL);
        assertThat(record.audience()).isEqualTo(FrameLayout.AUDIENCE_HOP);
        try {
            return Control.parseFrom(record.args().duplicate()).getArenaBytes();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private long getLater(long offset, int first) {
        return router.call(
                0,
                1,
                ToyDispatcher.GET_LATER,
                first,
                3,
                w -> w.payloadArena(ToyDispatcher.DATA, offset, 3));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, ARENA - 2})
    void shouldReadTheBytesThatTheRouterSent(long offset) {
        send(offset, 0, (byte) 3, (byte) 4);
        assertThat(sums(offset, 2)).containsExactly("1=7");
    }

    @Test
    void shouldPinLastingMemoryButNotMemoryStagedForACall() {
        send(0, 0, (byte) 3);
        for (int flags : new int[] {0, RecordFlags.STAGED}) {
            router.call(
                    flags,
                    1,
                    ToyDispatcher.PUT,
                    1,
                    2,
                    w -> w.payloadArena(ToyDispatcher.DATA, 0, 2));
        }
        router.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(rig.process().pinned).containsExactly(true, false);
        assertThat(rig.process().notes).containsExactly("1=3", "1=3");
    }

    @Test
    void shouldSendTheOutputOfASynchronousCallAheadOfItsReply() {
        long get =
                router.call(
                        RecordFlags.SYNC,
                        1,
                        ToyDispatcher.GET,
                        50,
                        3,
                        w -> w.payloadArena(ToyDispatcher.DATA, ARENA - 3, 3));
        router.flush();
        Received answer = router.answer(get);
        Received output = router.take();
        assertThat(bytes(output).getOffset()).isEqualTo(ARENA - 3);
        assertThat(bytes(output).getOutput()).isZero();
        assertThat(output.payloads().getFirst().bytes()).containsExactly(50, 51, 52);
        assertThat(answer.payloads().getFirst().place()).isEqualTo(PayloadPlaces.ARENA);
        assertThat(answer.payloads().getFirst().arenaOffset()).isEqualTo(ARENA - 3);
    }

    @Test
    void shouldKeepALateOutputThatTheRouterHasNotSeen() {
        getLater(512, 9);
        send(510, 0, new byte[8]);
        assertThat(sums(510, 8)).as("it is not complete").containsExactly("1=0");
        rig.process().completeLate();
        Received bytes = router.take();
        assertThat(bytes(bytes).getOutput()).isEqualTo(1);
        assertThat(bytes.payloads().getFirst().bytes()).containsExactly(9, 10, 11);
        Received output = router.take();
        assertThat(output.kind()).isEqualTo(RecordKinds.OUTPUT);
        assertThat(output.payloads().getFirst().arenaOffset()).isEqualTo(512);
        assertThat(sums(510, 8)).endsWith("1=30");
        byte[] ones = {1, 1, 1, 1, 1, 1, 1, 1};
        send(510, 0, ones);
        assertThat(sums(510, 8)).as("around the output").endsWith("1=35");
        send(510, 1, ones);
        assertThat(sums(510, 8)).as("after the output").endsWith("1=8");
    }

    @Test
    void shouldSendALargeOutputInPieces() {
        long get =
                router.call(
                        RecordFlags.SYNC,
                        1,
                        ToyDispatcher.GET,
                        0,
                        ARENA,
                        w -> w.payloadArena(ToyDispatcher.DATA, 0, ARENA));
        router.flush();
        router.answer(get);
        for (long offset = 0; offset < ARENA; offset += ARENA / 2) {
            Received piece = router.take();
            assertThat(bytes(piece).getOffset()).isEqualTo(offset);
            assertThat(piece.payloads().getFirst().length()).isEqualTo(ARENA / 2);
        }
        assertThat(router.isQuiet()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {ARENA - 1, ARENA, Long.MAX_VALUE, -1})
    void shouldEndTheSessionOfARouterThatSendsBytesOutside(long offset) {
        send(offset, 0, (byte) 1, (byte) 2);
        router.flush();
        assertThat(router.closedStatus().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(router.closedStatus().message()).contains("of an arena of 1048576");
    }
}
