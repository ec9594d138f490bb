package dev.hira.link.grpc.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameHeader;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.WireFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class OutboundMessageTest {
    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    private final FrameWriter writer = new FrameWriter();
    private final Random random = new Random(7);

    @AfterEach
    void close() {
        writer.close();
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private Frame frame(MemorySegment payload, boolean borrow) {
        return writer.begin(RecordKinds.CALL, 0, 7, 1, 2)
                .args(bytes(24), 24)
                .payloadInline(1, payload, payload.byteSize(), borrow)
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    /** Returns the message as a peer with plain gRPC and protobuf reads it. */
    private static byte[] received(List<ByteBuf> parts) throws Exception {
        ByteBuf all = Unpooled.wrappedBuffer(parts.toArray(ByteBuf[]::new));
        try {
            assertThat(all.readByte()).as("compressed").isZero();
            assertThat(all.readInt()).as("length").isEqualTo(all.readableBytes());
            byte[] message = new byte[all.readableBytes()];
            all.readBytes(message);
            WireFrame frame = WireFrame.parseFrom(message);
            assertThat(frame.getSerializedSize()).isEqualTo(message.length);
            return frame.getContent().toByteArray();
        } finally {
            all.release();
        }
    }

    private static byte[] content(Frame frame) {
        byte[] bytes = new byte[frame.size()];
        frame.copyTo(MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 60, 100, 16_000, 16_384, 16_385, 20_000, 262_144, 262_145, 3_000_000})
    void shouldBeTheMessageThatProtobufReads(int payload) throws Exception {
        Frame frame = frame(MemorySegment.ofArray(bytes(payload)), false);
        assertThat(received(OutboundMessage.of(frame, ALLOCATOR))).isEqualTo(content(frame));
        frame.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16_385, 262_145, 1_000_000})
    void shouldCopyBorrowedMemoryOfAnyKind(int payload) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment nativeMemory = arena.allocate(payload);
            nativeMemory.copyFrom(MemorySegment.ofArray(bytes(payload)));
            MemorySegment longs = MemorySegment.ofArray(random.longs(payload / 8 + 1).toArray());
            writer.begin(RecordKinds.CALL, 0, 7, 1, 2)
                    .payloadInline(1, nativeMemory, payload, true)
                    .payloadInline(2, MemorySegment.ofArray(bytes(100)), 100, false)
                    .payloadInline(3, longs.asReadOnly(), longs.byteSize(), true)
                    .end();
            Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
            List<ByteBuf> parts = OutboundMessage.of(frame, ALLOCATOR);
            byte[] before = content(frame);
            frame.release();
            nativeMemory.fill((byte) 0);
            longs.fill((byte) 0);
            assertThat(received(parts)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 20_000, 300_000})
    void shouldKeepTheOrderOfManyRecordsInADirectBuffer(int payload) throws Exception {
        ByteBuf head = ALLOCATOR.directBuffer(40_000).writeBytes(bytes(40_000));
        ByteBuf bulk = Unpooled.wrappedBuffer(bytes(payload));
        Frame frame = Frame.of(new FrameHeader(40_000, 9, FrameLayout.AUDIENCE_PEER), head, bulk);
        assertThat(received(OutboundMessage.of(frame, ALLOCATOR))).isEqualTo(content(frame));
        frame.release();
    }

    @Test
    void shouldPassOnReceivedPayloadsInTheBuffersInWhichTheyCame() throws Exception {
        ByteBuf came = ALLOCATOR.directBuffer(100_000).writeBytes(bytes(100_000));
        ByteBuf head = Unpooled.wrappedBuffer(bytes(32));
        Frame frame = Frame.of(new FrameHeader(32, 1, FrameLayout.AUDIENCE_PEER), head, came);
        List<ByteBuf> parts = OutboundMessage.of(frame, ALLOCATOR);
        assertThat(parts).hasSize(2);
        assertThat(parts.getLast().memoryAddress()).isEqualTo(came.memoryAddress());
        assertThat(came.refCnt()).isEqualTo(2);
        byte[] before = content(frame);
        frame.release();
        assertThat(received(parts)).isEqualTo(before);
        assertThat(came.refCnt()).isZero();
    }

    @Test
    void shouldFreeItsBuffersWhenThePayloadIsGone() {
        Arena arena = Arena.ofConfined();
        Frame frame = frame(arena.allocate(1_000_000), true);
        arena.close();
        UnpooledByteBufAllocator counting = new UnpooledByteBufAllocator(true);
        assertThatThrownBy(() -> OutboundMessage.of(frame, counting))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(counting.metric().usedDirectMemory()).isZero();
        frame.release();
    }
}
