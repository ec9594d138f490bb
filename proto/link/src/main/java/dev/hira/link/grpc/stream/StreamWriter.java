package dev.hira.link.grpc.stream;

import dev.hira.link.grpc.net.UnsentBytes;
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

/**
 * The sending half of a link's stream: encodes frames as gRPC messages and hands them to HTTP/2
 * directly. gRPC still opens and ends the stream and receives.
 *
 * <p>gRPC's framer takes bytes in arrays only and copies each into its own buffer; here bytes from
 * one socket go to the next uncopied, and a guest's bytes are copied once.
 *
 * <p>Frames are sent by one thread at a time, and written by the event loop in that order.
 */
public final class StreamWriter {
    /** The number of messages to write before a flush. */
    private static final int FLUSH_EVERY = 64;

    private final Channel connection;
    private final Http2ConnectionHandler http2;
    private final int stream;
    private final UnsentBytes unsent;
    private final Runnable whenReady;
    private final Queue<Step> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean closed;

    /** A step that the event loop will take. */
    private sealed interface Step {}

    /** Writes a message. */
    private record Message(List<ByteBuf> parts, int bytes) implements Step {}

    /** Ends this half of the stream; the last step. */
    private record End(Runnable task) implements Step {}

    /**
     * @param stream the number of an open stream of the connection
     * @param unsent the account of the stream's unwritten bytes
     * @param whenReady runs on the event loop when the stream is ready again
     */
    public StreamWriter(Channel connection, int stream, UnsentBytes unsent, Runnable whenReady) {
        this.connection = connection;
        this.http2 = connection.pipeline().get(Http2ConnectionHandler.class);
        this.stream = stream;
        this.unsent = unsent;
        this.whenReady = whenReady;
    }

    /**
     * Returns whether fewer bytes than the limits wait for the peer. May be called by any thread.
     */
    public boolean isReady() {
        return unsent.hasRoom();
    }

    /** Names the owner of the unwritten bytes, as {@link UnsentBytes#belongsTo} does. */
    public void belongsTo(String owner) {
        unsent.belongsTo(owner);
    }

    /** Queues a frame and releases it. */
    public void send(Frame frame) {
        try {
            List<ByteBuf> parts = OutboundMessage.of(frame, connection.alloc());
            int bytes = 0;
            for (ByteBuf part : parts) {
                bytes += part.readableBytes();
            }
            unsent.add(bytes);
            enqueue(new Message(parts, bytes));
        } finally {
            frame.release();
        }
    }

    /** Runs a task that ends this half of the stream, after all queued frames. */
    public void finish(Runnable end) {
        enqueue(new End(end));
    }

    /** Drops queued frames when the stream is over. */
    public void close() {
        closed = true;
        unsent.close();
        drop();
    }

    private void enqueue(Step step) {
        waiting.add(step);
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

    /** Runs after the writes that gRPC had queued at scheduling, such as the stream's headers. */
    private void drain() {
        scheduled.set(false);
        if (closed) {
            drop();
            return;
        }
        int steps = 0;
        for (Step next = waiting.poll(); next != null; next = waiting.poll()) {
            switch (next) {
                case Message message -> write(message);
                case End(var task) -> task.run();
            }
            if (++steps % FLUSH_EVERY == 0) {
                connection.flush();
            }
        }
        connection.flush();
    }

    private void write(Message message) {
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
        if (unsent.remove(bytes) && !closed) {
            whenReady.run();
        }
    }

    private void drop() {
        for (Step next = waiting.poll(); next != null; next = waiting.poll()) {
            if (next instanceof Message message) {
                message.parts().forEach(ByteBuf::release);
            }
        }
    }
}
