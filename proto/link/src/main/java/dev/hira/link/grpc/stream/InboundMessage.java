package dev.hira.link.grpc.stream;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameHeader;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import io.grpc.Detachable;
import io.grpc.HasByteBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;

/**
 * A received message. Its records are read into one array, from which they are decoded and
 * forwarded; a large bulk stays in the buffers in which gRPC received it.
 */
final class InboundMessage {
    /** The largest bulk that is cheaper to copy than to take over. */
    private static final int COPY_BYTES = 64 << 10;

    private final InputStream in;
    private final GrpcLimits limits;

    InboundMessage(InputStream in, GrpcLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    Frame frame() throws IOException, LimitException {
        int size = contentLength();
        if (size > limits.frameBytes()) {
            throw new LimitException(
                    "a frame has "
                            + size
                            + " bytes where "
                            + limits.frameBytes()
                            + " are allowed: send smaller ones");
        }
        FrameHeader header = header(size);
        if (header.headLength() > limits.headBytes()) {
            throw new LimitException(
                    "a frame has "
                            + header.headLength()
                            + " bytes of records where "
                            + limits.headBytes()
                            + " are allowed: send smaller batches");
        }
        ByteBuf head = copy(header.headLength());
        try {
            int bulk = size - FrameLayout.HEADER_BYTES - header.headLength();
            return Frame.of(header, head, bulk > COPY_BYTES ? takeOver(bulk) : copy(bulk));
        } catch (IOException | RuntimeException e) {
            head.release();
            throw e;
        }
    }

    private int contentLength() throws IOException {
        int tag = in.read();
        if (tag != OutboundMessage.TAG) {
            throw new MalformedFrameException(
                    tag < 0
                            ? "a message is empty instead of a frame"
                            : "a message begins with the byte " + tag + " where a frame has 10");
        }
        long length = varint();
        int there = in.available();
        if (length != there) {
            throw new MalformedFrameException(
                    "a message claims a frame of " + length + " bytes and has " + there);
        }
        return there;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int b = in.read();
            if (b < 0) {
                throw new MalformedFrameException("a message is cut off in its length");
            }
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new MalformedFrameException("a message's length has more than five bytes");
    }

    private FrameHeader header(int size) throws IOException {
        if (size < FrameLayout.HEADER_BYTES) {
            throw new MalformedFrameException(
                    "a frame of " + size + " bytes is shorter than its header of 8");
        }
        byte[] bytes = new byte[FrameLayout.HEADER_BYTES];
        readFully(bytes, 0, FrameLayout.HEADER_BYTES);
        long bits = 0;
        for (int i = 0; i < FrameLayout.HEADER_BYTES; i++) {
            bits |= (bytes[i] & 0xFFL) << (8 * i);
        }
        return FrameHeader.decode(bits, size);
    }

    private ByteBuf copy(int length) throws IOException {
        if (length == 0) {
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf out = PooledByteBufAllocator.DEFAULT.heapBuffer(length, length);
        try {
            readFully(out.array(), out.arrayOffset(), length);
            return out.writerIndex(length);
        } catch (IOException | RuntimeException e) {
            out.release();
            throw e;
        }
    }

    private void readFully(byte[] to, int from, int length) throws IOException {
        if (in.readNBytes(to, from, length) != length) {
            throw new MalformedFrameException("a message is cut off");
        }
    }

    private ByteBuf takeOver(int length) throws IOException {
        if (in instanceof Detachable detachable
                && in instanceof HasByteBuffer buffers
                && buffers.byteBufferSupported()) {
            return DetachedBuffer.of(detachable.detach(), length);
        }
        return copy(length);
    }
}
