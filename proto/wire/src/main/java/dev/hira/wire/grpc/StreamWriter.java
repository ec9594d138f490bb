package dev.hira.wire.grpc;

import dev.hira.wire.Frame;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a link's stream: makes gRPC messages of frames and hands them to HTTP/2
 * itself. Opening and ending the stream, and all that is received, stays with gRPC.
 *
 * <p>gRPC's framer takes bytes in arrays only and copies each into a buffer of its own; here bytes
 * that came from one socket go to the next as they are, and those of a guest are copied once.
 *
 * <p>Frames are sent by one thread at a time, and written by the event loop in that order.
 */
final class StreamWriter {
    /** How many messages are written before the socket is told. */
    private static final int FLUSH_EVERY = 64;

    private final Channel connection;
    private final Http2ConnectionHandler http2;
    private final int stream;
    private final int mostUnsent;
    private final Runnable whenReady;
    private final Queue<Message> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicLong unsent = new AtomicLong();
    private volatile boolean closed;

    /** What a message is made of; the last is followed by the end of the stream's half. */
    private record Message(List<ByteBuf> parts, int bytes, @Nullable Runnable end) {}

    /**
     * @param stream the number of an open stream of the connection
     * @param mostUnsent how many bytes may wait until the stream is not ready
     * @param whenReady told, on the event loop, when the stream is ready again
     */
    StreamWriter(Channel connection, int stream, int mostUnsent, Runnable whenReady) {
        this.connection = connection;
        this.http2 = connection.pipeline().get(Http2ConnectionHandler.class);
        this.stream = stream;
        this.mostUnsent = mostUnsent;
        this.whenReady = whenReady;
    }

    /** Whether less than the limit waits for the peer. May be asked by any thread. */
    boolean isReady() {
        return unsent.get() < mostUnsent;
    }

    /** Takes a frame, which is released. */
    void send(Frame frame) {
        try {
            List<ByteBuf> parts = OutboundMessage.of(frame, connection.alloc());
            int bytes = parts.stream().mapToInt(ByteBuf::readableBytes).sum();
            unsent.addAndGet(bytes);
            enqueue(new Message(parts, bytes, null));
        } finally {
            frame.release();
        }
    }

    /** Runs a task that ends this half of the stream, behind all that was sent. */
    void finish(Runnable end) {
        enqueue(new Message(List.of(), 0, end));
    }

    /** The stream is over: drops what waits. */
    void close() {
        closed = true;
        drop();
    }

    private void enqueue(Message message) {
        waiting.add(message);
        if (scheduled.compareAndSet(false, true)) {
            try {
                connection.eventLoop().execute(this::drain);
            } catch (RejectedExecutionException e) {
                close();
            }
        }
        if (closed) {
            drop();
        }
    }

    /** Runs behind what gRPC had to write when this was scheduled, such as the stream's headers. */
    private void drain() {
        scheduled.set(false);
        if (closed) {
            drop();
            return;
        }
        int written = 0;
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            write(next);
            if (++written % FLUSH_EVERY == 0) {
                connection.flush();
            }
        }
        connection.flush();
    }

    private void write(Message message) {
        Runnable end = message.end();
        if (end != null) {
            end.run();
            return;
        }
        ChannelHandlerContext context = connection.pipeline().context(http2);
        if (context == null) {
            message.parts().forEach(ByteBuf::release);
            written(message.bytes());
            return;
        }
        int last = message.parts().size() - 1;
        for (int i = 0; i <= last; i++) {
            ChannelPromise promise = connection.newPromise();
            if (i == last) {
                promise.addListener(done -> written(message.bytes()));
            }
            var _ =
                    http2.encoder()
                            .writeData(context, stream, message.parts().get(i), 0, false, promise);
        }
    }

    private void written(int bytes) {
        long after = unsent.addAndGet(-bytes);
        if (after < mostUnsent && after + bytes >= mostUnsent && !closed) {
            whenReady.run();
        }
    }

    private void drop() {
        for (Message next = waiting.poll(); next != null; next = waiting.poll()) {
            next.parts().forEach(ByteBuf::release);
        }
    }
}
