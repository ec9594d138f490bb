package dev.hira.wire.grpc;

import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A frame on its way out, as the message {@code WireFrame}. gRPC asks for its length and then
 * drains it into its own buffers, which is the one copy that is made. Owns the frame until closed.
 *
 * <pre>
 *    0      1                       1..6
 *    +------+-----------------------+---------------------+---------------+---------------+
 *    | 0x0A | content length varint | frame header, 8     |     head      |     bulk      |
 *    +------+-----------------------+---------------------+---------------+---------------+
 * </pre>
 */
final class OutboundMessage extends InputStream implements Drainable, KnownLength {
    /** Field 1, length-delimited. */
    static final int TAG = 0x0A;

    private final Frame frame;
    private boolean drained;
    private boolean closed;
    private @Nullable InputStream copy;

    OutboundMessage(Frame frame) {
        this.frame = frame;
    }

    @Override
    public int available() {
        if (drained) {
            return 0;
        }
        int size = frame.size();
        return 1 + varintBytes(size) + size;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int total = available();
        if (total > 0) {
            drained = true;
            writePrelude(target);
            frame.writeBodyTo(new StreamSink(target));
        }
        return total;
    }

    private void writePrelude(OutputStream target) throws IOException {
        byte[] prelude = StreamSink.staging();
        int at = 0;
        prelude[at++] = TAG;
        int rest = frame.size();
        while (rest > 0x7F) {
            prelude[at++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        prelude[at++] = (byte) rest;
        at = putInt(prelude, at, frame.headerLow());
        at = putInt(prelude, at, frame.headerHigh());
        target.write(prelude, 0, at);
    }

    private static int putInt(byte[] out, int at, int value) {
        for (int i = 0; i < FrameLayout.HEADER_BYTES / 2; i++) {
            out[at + i] = (byte) (value >>> (8 * i));
        }
        return at + FrameLayout.HEADER_BYTES / 2;
    }

    private static int varintBytes(int value) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    @Override
    public int read() throws IOException {
        return copy().read();
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        return copy().read(to, from, length);
    }

    /** Only for whoever cannot drain: gRPC itself always does. */
    private InputStream copy() throws IOException {
        InputStream in = copy;
        if (in == null) {
            var out = new ByteArrayOutputStream(available());
            drainTo(out);
            in = new ByteArrayInputStream(out.toByteArray());
            copy = in;
        }
        return in;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            drained = true;
            frame.release();
        }
    }
}
