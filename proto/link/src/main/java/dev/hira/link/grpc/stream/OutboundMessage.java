package dev.hira.link.grpc.stream;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A frame as the gRPC message {@code WireFrame}, in the buffers that go to the socket. Large
 * buffers that came from a socket are passed on; all other bytes are copied once.
 *
 * <pre>
 *    0   1              5      6                       7..11
 *    +---+--------------+------+-----------------------+---------------+--------+--------+
 *    | 0 | length, b.e. | 0x0A | content length varint | frame header  |  head  |  bulk  |
 *    +---+--------------+------+-----------------------+---------------+--------+--------+
 *      gRPC's prefix      WireFrame's field 1            8 bytes
 * </pre>
 */
public final class OutboundMessage implements FrameSink<RuntimeException> {
    /** Field 1, length-delimited. */
    static final int TAG = 0x0A;

    private static final int PREFIX_BYTES = 5;

    /** The largest payload that is cheaper to copy than to pass on. */
    private static final int COPY_BYTES = 16 << 10;

    /** The size of buffers for copied payloads, which the socket's thread may take. */
    private static final int PART_BYTES = 256 << 10;

    private final ByteBufAllocator allocator;
    private final List<ByteBuf> parts = new ArrayList<>(2);
    private ByteBuf room;
    private int left;

    private OutboundMessage(ByteBufAllocator allocator, Frame frame) {
        int size = frame.size();
        int prelude = PREFIX_BYTES + 1 + varintBytes(size);
        int first = prelude + size;
        if (frame.bulkLength() > COPY_BYTES) {
            first -= frame.bulkLength();
        }
        this.allocator = allocator;
        left = prelude + size - first;
        room = allocator.directBuffer(first, first);
        parts.add(room);
    }

    /** Encodes the frame, which is only read. The caller releases the parts. */
    static List<ByteBuf> of(Frame frame, ByteBufAllocator allocator) {
        OutboundMessage message = new OutboundMessage(allocator, frame);
        try {
            message.writePrelude(frame);
            frame.writeBodyTo(message);
            return message.parts;
        } catch (RuntimeException e) {
            message.parts.forEach(ByteBuf::release);
            throw e;
        }
    }

    private void writePrelude(Frame frame) {
        int size = frame.size();
        room.writeByte(0).writeInt(1 + varintBytes(size) + size).writeByte(TAG);
        int rest = size;
        while (rest > 0x7F) {
            room.writeByte((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        room.writeByte(rest).writeIntLE(frame.headerLow()).writeIntLE(frame.headerHigh());
    }

    /** Returns the number of bytes that a frame takes on its stream. */
    public static long bytesOf(int frameBytes) {
        return PREFIX_BYTES + 1L + varintBytes(frameBytes) + frameBytes;
    }

    private static int varintBytes(int value) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    @Override
    public void write(ByteBuf buffer, int index, int length) {
        // A part of its own would overtake bytes that the present part still has room for.
        if (length > COPY_BYTES && buffer.isDirect() && !room.isWritable()) {
            parts.add(buffer.retainedSlice(index, length));
            left -= length;
            return;
        }
        for (int done = 0; done < length; ) {
            int part = Math.min(room().writableBytes(), length - done);
            room.writeBytes(buffer, index + done, part);
            done += part;
        }
    }

    @Override
    public void write(MemorySegment memory) {
        long length = memory.byteSize();
        for (long done = 0; done < length; ) {
            int part = (int) Math.min(room().writableBytes(), length - done);
            MemorySegment to = MemorySegment.ofBuffer(room.nioBuffer(room.writerIndex(), part));
            MemorySegment.copy(memory, done, to, 0, part);
            room.writerIndex(room.writerIndex() + part);
            done += part;
        }
    }

    /** Returns a buffer with room for at least one more byte. */
    private ByteBuf room() {
        if (!room.isWritable()) {
            int capacity = Math.min(left, PART_BYTES);
            room = allocator.directBuffer(capacity, capacity);
            parts.add(room);
            left -= capacity;
        }
        return room;
    }
}
