package dev.hira.link.grpc.stream;

import dev.hira.wire.MalformedFrameException;
import io.grpc.HasByteBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The rest of a received message, in the buffers in which it arrived. They belong to a stream
 * detached from gRPC, and live until this buffer is released.
 */
final class DetachedBuffer extends CompositeByteBuf {
    private final InputStream owner;

    private DetachedBuffer(InputStream owner, int components) {
        super(UnpooledByteBufAllocator.DEFAULT, true, components);
        this.owner = owner;
    }

    /** Takes over a detached stream and returns its next {@code length} bytes. */
    static ByteBuf of(InputStream stream, int length) throws IOException {
        DetachedBuffer all = new DetachedBuffer(stream, Math.max(16, length / 1024));
        try {
            all.collect((HasByteBuffer) stream, length);
            return all;
        } catch (IOException | RuntimeException e) {
            all.release();
            throw e;
        }
    }

    /**
     * Marks the stream first, so that it keeps the buffers that have been read past, as {@link
     * HasByteBuffer} promises.
     */
    private void collect(HasByteBuffer buffers, int length) throws IOException {
        owner.mark(length);
        int left = length;
        while (left > 0) {
            ByteBuffer part = buffers.getByteBuffer();
            if (part == null || !part.hasRemaining()) {
                throw new MalformedFrameException("a message is cut off");
            }
            int bytes = part.remaining();
            addComponent(true, Unpooled.wrappedBuffer(part));
            owner.skipNBytes(bytes);
            left -= bytes;
        }
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        try {
            owner.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a received message could not be freed", e);
        }
    }
}
