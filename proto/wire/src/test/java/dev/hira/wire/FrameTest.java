package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameTest {
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final FrameWriter writer = new FrameWriter(allocator);

    @AfterEach
    void nothingIsLeft() {
        writer.close();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static byte[] bytesOf(Frame frame) {
        byte[] all = new byte[frame.size()];
        frame.copyTo(MemorySegment.ofArray(all), 0);
        return all;
    }

    private Frame three() {
        for (int i = 0; i < 3; i++) {
            MemorySegment data = MemorySegment.ofArray(new byte[] {(byte) i, (byte) (10 * i), 7});
            writer.begin(RecordKinds.CALL, 0, i, i, 0)
                    .args(new byte[] {9, 9}, 2)
                    .payloadInline(1, data, i, i == 2)
                    .end();
        }
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    @Test
    void shouldTakeOverABufferThatIsItsOnlyPayload() {
        ByteBuf payload = allocator.directBuffer(3).writeBytes(new byte[] {1, 2, 3});
        writer.begin(RecordKinds.REPLY, 0, 1, 1, 0).payloadInline(1, payload).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        assertThat(frame.bulk().memoryAddress()).isEqualTo(payload.memoryAddress());
        assertThat(payload.refCnt()).isOne();
        frame.release();
        assertThat(payload.refCnt()).isZero();
    }

    @Test
    void shouldKeepTheOrderOfPayloadsAroundATakenBuffer() {
        MemorySegment small = MemorySegment.ofArray(new byte[] {4, 5});
        for (int kind = 0; kind < 2; kind++) {
            ByteBuf first = allocator.directBuffer(3).writeBytes(new byte[] {1, 2, 3});
            ByteBuf last = allocator.directBuffer(3).writeBytes(new byte[] {6, 7, 8});
            writer.begin(RecordKinds.REPLY, 0, 1, 1, 0)
                    .payloadInline(1, first)
                    .payloadInline(2, small, 2, kind == 1)
                    .payloadInline(3, last)
                    .end();
            Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
            byte[] all = new byte[frame.bulkLength()];
            frame.own().bulk().getBytes(0, all);
            assertThat(all).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
            frame.release();
            assertThat(first.refCnt() + last.refCnt()).isZero();
        }
    }

    @Test
    void shouldReleaseATakenBufferThatIsDiscarded() {
        ByteBuf payload = allocator.directBuffer(3).writeZero(3);
        writer.begin(RecordKinds.REPLY, 0, 1, 1, 0).payloadInline(1, payload).end();
        writer.discard();
        assertThat(payload.refCnt()).isZero();
    }

    @Test
    void shouldMatchTheLayoutOnTheWire() {
        writer.begin(RecordKinds.CALL, RecordFlags.SYNC, 0x0102, 0x1112131415161718L, 0x21222324)
                .args(new byte[] {8, 5}, 2)
                .payloadInline(3, MemorySegment.ofArray(new byte[] {0x61, 0x62}), 2, false)
                .payloadArena(4, 0x1000, 0x20)
                .end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_HOP);
        assertThat(HexFormat.of().formatHex(bytesOf(frame)))
                .isEqualTo(
                        "3a000000"
                                + "0100"
                                + "01"
                                + "00" // header: 58 bytes, 1 record, this hop
                                + "3a000000"
                                + "0201"
                                + "01"
                                + "01" // length, function, kind, flags
                                + "1817161514131211"
                                + "24232221"
                                + "02000000" // call, lane, args
                                + "0805" // the arguments
                                + "01"
                                + "00"
                                + "0300"
                                + "02000000"
                                + "0000000000000000"
                                + "02"
                                + "00"
                                + "0400"
                                + "20000000"
                                + "0010000000000000"
                                + "6162"); // the bulk
        frame.release();
    }

    @Test
    void shouldReadTheWritersRecords() {
        Frame written = three();
        Frame frame = Frame.wrap(allocator.heapBuffer().writeBytes(bytesOf(written)));
        written.release();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        for (int i = 0; i < 3; i++) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.kind()).isEqualTo(RecordKinds.CALL);
            assertThat(cursor.function()).isEqualTo(i);
            assertThat(cursor.callId()).isEqualTo(i);
            assertThat(cursor.payloads()).isEqualTo(1);
            assertThat(cursor.payloadPlace(0)).isEqualTo(PayloadPlaces.INLINE);
            assertThat(cursor.payloadLength(0)).isEqualTo(i);
            assertThat(cursor.bulkEnd() - cursor.bulkStart()).isEqualTo(i);
            assertThat(cursor.payloadBulkOffset(0)).isEqualTo(cursor.bulkStart());
        }
        assertThat(cursor.next()).isFalse();
        assertThat(frame.bulk().getByte(2)).isEqualTo((byte) 20);
        frame.release();
    }

    @Test
    void shouldFindPayloadsInAnyOrder() {
        byte[] data = {1, 2, 3, 4, 5, 6};
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).payloadInline(1, bytes(data), 1, false);
        writer.payloadWanted(2, 100).payloadInline(3, bytes(data), 3, false);
        writer.payloadArena(4, 64, 9).payloadInline(5, bytes(data), 2, false).end();
        Frame frame = writer.finish(0);
        RecordCursor cursor = new RecordCursor().wrap(frame);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.payloadBulkOffset(4)).isEqualTo(4);
        assertThat(cursor.payloadBulkOffset(2)).isEqualTo(1);
        assertThat(cursor.payloadBulkOffset(0)).isZero();
        assertThat(cursor.payloadLength(1)).isEqualTo(100);
        assertThat(cursor.bulkEnd()).isEqualTo(6);
        frame.release();
    }

    private static MemorySegment bytes(byte[] data) {
        return MemorySegment.ofArray(data);
    }

    @Test
    void shouldShareMemoryWithItsSlices() {
        Frame frame = three();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        cursor.next();
        cursor.next();
        int from = cursor.offset();
        int bulkFrom = cursor.bulkStart();
        cursor.next();
        Frame part = frame.slice(from, cursor.endOffset(), 2, bulkFrom, cursor.bulkEnd());
        frame.release();
        cursor.wrap(part);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.function()).isEqualTo(1);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.function()).isEqualTo(2);
        assertThat(cursor.next()).isFalse();
        assertThat(part.bulkLength()).isEqualTo(3);
        part.release();
    }

    @Test
    void shouldSliceReceivedFramesWithoutBulk() {
        Frame written = three();
        Frame frame = Frame.wrap(allocator.heapBuffer().writeBytes(bytesOf(written)));
        written.release();
        RecordCursor cursor = new RecordCursor().wrap(frame);
        cursor.next();
        Frame first = frame.slice(0, cursor.endOffset(), 1, 0, 0);
        frame.release();
        assertThat(first.bulkLength()).isZero();
        assertThat(cursor.wrap(first).next()).isTrue();
        first.release();
        assertThat(first.references()).isZero();
    }

    @Test
    void shouldBeIndependentAfterOwning() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(4);
            memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 42);
            writer.begin(RecordKinds.CALL, 0, 1, 1, 1).payloadInline(1, memory, 4, true).end();
            Frame frame = writer.finish(0);
            assertThat(frame.isBorrowing()).isTrue();
            int size = frame.size();
            frame.own();
            memory.fill((byte) 0);
            assertThat(frame.isBorrowing()).isFalse();
            assertThat(frame.size()).isEqualTo(size);
            assertThat(frame.bulk().getByte(0)).isEqualTo((byte) 42);
            frame.release();
        }
    }

    @Test
    void shouldGatherAHeadThatArrivedInPieces() {
        Frame written = three();
        byte[] all = bytesOf(written);
        written.release();
        ByteBuf pieces = Unpooled.compositeBuffer(64);
        for (byte b : all) {
            pieces = Unpooled.wrappedBuffer(64, pieces, Unpooled.wrappedBuffer(new byte[] {b}));
        }
        Frame frame = Frame.wrap(pieces);
        RecordCursor cursor = new RecordCursor().wrap(frame);
        int count = 0;
        while (cursor.next()) {
            count++;
        }
        assertThat(count).isEqualTo(3);
        frame.release();
        assertThat(pieces.refCnt()).isZero();
    }

    @Test
    void shouldReleaseRefusedBuffers() {
        ByteBuf content = allocator.heapBuffer().writeIntLE(1000).writeIntLE(1);
        assertThatThrownBy(() -> Frame.wrap(content))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("8 bytes claims records of 1000");
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void shouldForgetEverythingWhenDiscarded() {
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1).payloadInline(1, bytes(new byte[9]), 9, false);
        writer.discard();
        assertThat(writer.isEmpty()).isTrue();
        assertThat(writer.bytes()).isEqualTo(FrameLayout.HEADER_BYTES);
        Frame empty = writer.finish(0);
        assertThat(empty.size()).isEqualTo(FrameLayout.HEADER_BYTES);
        empty.release();
    }

    @Test
    void shouldRefuseCallsInTheWrongOrder() {
        assertThatThrownBy(writer::end).isInstanceOf(IllegalStateException.class);
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1);
        assertThatThrownBy(() -> writer.begin(RecordKinds.CALL, 0, 1, 1, 1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> writer.finish(0)).isInstanceOf(IllegalStateException.class);
        writer.payloadWanted(1, 5);
        assertThatThrownBy(() -> writer.args(new byte[1], 1))
                .isInstanceOf(IllegalStateException.class);
    }
}
