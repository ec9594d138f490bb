package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FrameWriterTest {
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final FrameWriter writer = new FrameWriter(allocator);

    @AfterEach
    void nothingIsLeft() {
        writer.close();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static MemorySegment memory(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    private FrameWriter begin() {
        return writer.begin(RecordKinds.CALL, 0, 1, 1, 1);
    }

    /** Returns the payloads of the written frame, which ends with this. */
    private byte[] payloads() {
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        byte[] bulk = new byte[frame.bulkLength()];
        frame.bulk().getBytes(0, bulk);
        frame.release();
        return bulk;
    }

    @Test
    void shouldKnowTheSizeOfTheFrameBeforeItIsFinished() {
        assertThat(writer.isEmpty()).isTrue();
        begin().args(new byte[] {8, 5}, 2);
        writer.payloadInline(1, memory(1, 2, 3), 3, false);
        writer.payloadInline(2, memory(4, 5, 6, 7), 4, true).end();
        assertThat(writer.isEmpty()).isFalse();
        assertThat(writer.records()).isEqualTo(1);
        assertThat(writer.bytes()).isEqualTo(8 + 24 + 2 + 2 * 16 + 3 + 4);
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        assertThat(frame.size()).isEqualTo(8 + 24 + 2 + 2 * 16 + 3 + 4);
        assertThat(frame.headLength()).isEqualTo(24 + 2 + 2 * 16);
        frame.release();
        assertThat(writer.records()).isZero();
        assertThat(writer.bytes()).isEqualTo(8);
    }

    @Test
    void shouldCopyThePartOfABufferThatTheCallerNames() {
        ByteBuf data = Unpooled.wrappedBuffer(new byte[] {1, 2, 3, 4, 5});
        begin().payloadInline(1, data, 1, 3).payloadInline(2, data, 5, 0).end();
        assertThat(data.refCnt()).as("the caller keeps the buffer").isOne();
        data.release();
        assertThat(payloads()).containsExactly(2, 3, 4);
    }

    @Test
    void shouldMakeRoomForALargePayloadAfterATakenBuffer() {
        ByteBuf taken = allocator.directBuffer(2).writeByte(1).writeByte(2);
        begin().payloadInline(1, taken).payloadInline(2, memory(3, 4, 5, 6), 4, false).end();
        assertThat(taken.refCnt()).isZero();
        assertThat(payloads()).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void shouldCopyTheArgumentsOfAnotherRecord() {
        begin().args(ByteBuffer.wrap(new byte[] {0, 0, 8, 5, 0}), 2, 2).end();
        begin().args(new byte[] {0, 8, 6, 0}, 1, 2).end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        RecordCursor cursor = new RecordCursor().wrap(frame);
        ArgsReader args = new ArgsReader();
        for (int expected = 5; expected <= 6; expected++) {
            assertThat(cursor.next()).isTrue();
            cursor.args(args);
            assertThat(args.next()).isTrue();
            assertThat(args.uint64()).isEqualTo(expected);
            assertThat(args.next()).isFalse();
        }
        assertThat(cursor.next()).isFalse();
        frame.release();
    }

    @Test
    void shouldTakeArgumentsOnceAndBeforePayloads() {
        begin().args(new byte[0], 0);
        assertThatThrownBy(() -> writer.args(new byte[1], 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a record has arguments once, before its payloads");
        writer.end();
        begin().args(ByteBuffer.allocate(1), 0, 1);
        assertThatThrownBy(() -> writer.args(ByteBuffer.allocate(1), 0, 1))
                .isInstanceOf(IllegalStateException.class);
        writer.end();
        begin().payloadWanted(1, 0);
        assertThatThrownBy(() -> writer.args(new byte[1], 1))
                .isInstanceOf(IllegalStateException.class);
        writer.discard();
    }

    @Test
    void shouldRefuseFieldsAndLengthsThatAReferenceCannotHold() {
        begin().payloadWanted(0, 0).payloadWanted(0xFFFF, Integer.MAX_VALUE);
        assertThatThrownBy(() -> writer.payloadWanted(-1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.payloadWanted(0x10000, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a payload needs a field from 0 to 65535 and a length that is not negative,"
                                + " not field 65536 and 0 bytes");
        assertThatThrownBy(() -> writer.payloadWanted(1, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseMoreRecordsThanAFrameCounts() {
        for (int i = 0; i < FrameLayout.MAX_RECORDS; i++) {
            begin().end();
        }
        assertThatThrownBy(this::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at most 65535 records");
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        assertThat(frame.records()).isEqualTo(FrameLayout.MAX_RECORDS);
        frame.release();
    }

    @Test
    void shouldReleaseItsBuffersWhenItIsClosed() {
        begin().payloadInline(1, memory(1), 1, false);
        assertThat(allocator.metric().usedHeapMemory()).isPositive();
        writer.close();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }
}
