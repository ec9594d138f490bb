package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory that a frame's bytes lie in: whose it is, and in which pieces. */
final class FrameMemoryTest {
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final FrameWriter writer = new FrameWriter(allocator);

    @AfterEach
    void nothingIsLeft() {
        writer.close();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    /** Collects what it is given, and refuses empty pieces. */
    private static final class Pieces implements FrameSink<RuntimeException> {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        int count;

        @Override
        public void write(ByteBuf buffer, int index, int length) {
            byte[] piece = new byte[length];
            buffer.getBytes(index, piece);
            add(piece);
        }

        @Override
        public void write(MemorySegment memory) {
            add(memory.toArray(ValueLayout.JAVA_BYTE));
        }

        private void add(byte[] piece) {
            assertThat(piece).isNotEmpty();
            all.writeBytes(piece);
            count++;
        }
    }

    private static byte[] bytesOf(Frame frame) {
        byte[] all = new byte[frame.size() + 2];
        frame.copyTo(MemorySegment.ofArray(all), 1);
        assertThat(all[0] | all[all.length - 1]).as("bytes beside the frame").isZero();
        return Arrays.copyOfRange(all, 1, all.length - 1);
    }

    private static byte[] bulkOf(Frame frame) {
        byte[] bulk = new byte[frame.bulkLength()];
        frame.bulk().getBytes(0, bulk);
        return bulk;
    }

    /** Adds a record with the payloads 1, 2, … in one byte each. */
    private Frame frameOf(int payloads, boolean... borrow) {
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1);
        for (int i = 0; i < payloads; i++) {
            MemorySegment one = MemorySegment.ofArray(new byte[] {(byte) (i + 1)});
            writer.payloadInline(1, one, 1, borrow[i % borrow.length]);
        }
        return writer.end().finish(FrameLayout.AUDIENCE_PEER);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 9, 10})
    void shouldKeepBorrowedAndCopiedPayloadsInOrder(int payloads) {
        byte[] expected = new byte[payloads];
        for (int i = 0; i < payloads; i++) {
            expected[i] = (byte) (i + 1);
        }
        for (boolean[] borrow : new boolean[][] {{true}, {true, false}, {false, true}, {false}}) {
            Frame frame = frameOf(payloads, borrow);
            assertThat(frame.bulkLength()).isEqualTo(payloads);
            Pieces pieces = new Pieces();
            frame.writeBodyTo(pieces);
            byte[] body = pieces.all.toByteArray();
            assertThat(body).hasSize(frame.size() - 8).endsWith(expected);
            assertThat(bytesOf(frame)).hasSize(frame.size()).endsWith(body);
            assertThat(bulkOf(frame)).isEqualTo(expected);
            assertThat(frame.isBorrowing()).isFalse();
            frame.release();
        }
    }

    @Test
    void shouldPassNoPieceOfAFrameWithoutRecords() {
        Frame empty = writer.finish(FrameLayout.AUDIENCE_PEER);
        Pieces pieces = new Pieces();
        empty.writeBodyTo(pieces);
        assertThat(pieces.count).isZero();
        assertThat(empty).hasToString("frame of 0 records, 8 bytes");
        empty.release();
    }

    @Test
    void shouldCopyPayloadsOffTheHeap() {
        ByteBuf payload = allocator.directBuffer(4).writeInt(0x01020304).skipBytes(1);
        writer.begin(RecordKinds.REPLY, 0, 1, 1, 0).payloadInline(1, payload).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_HOP);
        assertThat(bytesOf(frame)).endsWith(2, 3, 4);
        frame.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadAFrameThatStartsInsideItsBuffer(boolean direct) {
        Frame written = frameOf(3, false);
        byte[] all = bytesOf(written);
        written.release();
        ByteBuf larger = direct ? allocator.directBuffer(100) : allocator.heapBuffer(100);
        larger.writeZero(5).writeBytes(all).skipBytes(5);
        Frame frame = Frame.wrap(larger);
        RecordCursor cursor = new RecordCursor().wrap(frame);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.payloads()).isEqualTo(3);
        assertThat(cursor.next()).isFalse();
        assertThat(bulkOf(frame)).containsExactly(1, 2, 3);
        assertThat(frame.head().limit()).isEqualTo(frame.headLength());
        frame.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSliceTheBytesOfTheNamedRecords(boolean received) {
        for (int i = 1; i <= 3; i++) {
            MemorySegment data = MemorySegment.ofArray(new byte[] {(byte) i, (byte) (10 * i)});
            writer.begin(RecordKinds.CALL, 0, i, i, 0).payloadInline(1, data, 2, false).end();
        }
        Frame frame = writer.finish(FrameLayout.AUDIENCE_HOP);
        if (received) {
            byte[] all = bytesOf(frame);
            frame.release();
            frame = Frame.wrap(allocator.heapBuffer().writeBytes(all));
        }
        Frame middle = frame.slice(40, 80, 1, 2, 4);
        Frame last = frame.slice(80, 120, 1, 4, 6);
        frame.release();
        assertThat(bulkOf(middle)).containsExactly(2, 20);
        assertThat(bulkOf(last)).containsExactly(3, 30);
        assertThat(last.audience()).isEqualTo(FrameLayout.AUDIENCE_HOP);
        RecordCursor cursor = new RecordCursor().wrap(last);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.function()).isEqualTo(3);
        assertThat(cursor.next()).isFalse();
        middle.release();
        last.release();
    }

    @Test
    void shouldRefuseToSliceBeyondTheFrame() {
        Frame frame = frameOf(2, false);
        int head = frame.headLength();
        int[][] wrong = {
            {-1, head, 0, 2}, {head, head - 1, 0, 2}, {0, head + 1, 0, 2},
            {0, head, -1, 2}, {0, head, 2, 1}, {0, head, 0, 3},
        };
        for (int[] w : wrong) {
            assertThatThrownBy(() -> frame.slice(w[0], w[1], 1, w[2], w[3]))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        frame.slice(head, head, 0, 2, 2).release();
        frame.slice(0, head, 1, 0, 2).release();
        frame.release();
    }

    @Test
    void shouldLiveUntilItsLastUserReleasesIt() {
        Frame written = frameOf(2, false);
        assertThat(written.retain().references()).isEqualTo(2);
        Frame received = Frame.wrap(allocator.heapBuffer().writeBytes(bytesOf(written)));
        assertThat(received.retain().references()).isEqualTo(2);
        for (Frame frame : new Frame[] {written, received}) {
            frame.release();
            assertThat(bulkOf(frame)).containsExactly(1, 2);
            assertThat(frame.references()).isOne();
            frame.release();
            assertThat(frame.references()).isZero();
        }
    }
}
