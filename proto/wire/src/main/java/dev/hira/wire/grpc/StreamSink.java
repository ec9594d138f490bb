package dev.hira.wire.grpc;

import dev.hira.wire.FrameSink;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes a frame's pieces to gRPC's buffers, which take arrays only. What lies in an array is
 * handed over as it is; native memory passes through a small array that stays in the processor's
 * cache.
 */
final class StreamSink implements FrameSink<IOException> {
    private static final int STAGING_BYTES = 16 << 10;

    private static final FastThreadLocal<byte[]> STAGING =
            new FastThreadLocal<>() {
                @Override
                protected byte[] initialValue() {
                    return new byte[STAGING_BYTES];
                }
            };

    private final OutputStream target;

    StreamSink(OutputStream target) {
        this.target = target;
    }

    /** This thread's array, for something short-lived. */
    static byte[] staging() {
        return STAGING.get();
    }

    @Override
    public void write(ByteBuf buffer, int index, int length) throws IOException {
        if (buffer.hasArray()) {
            target.write(buffer.array(), buffer.arrayOffset() + index, length);
            return;
        }
        byte[] staging = staging();
        for (int done = 0; done < length; done += STAGING_BYTES) {
            int part = Math.min(STAGING_BYTES, length - done);
            buffer.getBytes(index + done, staging, 0, part);
            target.write(staging, 0, part);
        }
    }

    @Override
    public void write(MemorySegment memory) throws IOException {
        if (!memory.isReadOnly() && memory.heapBase().orElse(null) instanceof byte[] array) {
            target.write(array, (int) memory.address(), (int) memory.byteSize());
            return;
        }
        byte[] staging = staging();
        long length = memory.byteSize();
        for (long done = 0; done < length; done += STAGING_BYTES) {
            int part = (int) Math.min(STAGING_BYTES, length - done);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, done, staging, 0, part);
            target.write(staging, 0, part);
        }
    }
}
