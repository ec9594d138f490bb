package dev.hira.link.grpc.stream;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.net.ServerLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * A handler between HTTP/2 and gRPC on a connection: meters the bytes received on each stream,
 * counts streams, and ends a connection whose peer sends many frames that carry nothing.
 */
public final class InboundMeter extends Http2FrameListenerDecorator {
    /** The most frames in a period that carry nothing; clients of gRPC send hardly any. */
    private static final int MOST_IDLE_FRAMES = 10_000;

    /** How long no stream gets memory for its message until a stream that holds some must end. */
    private static final long STUCK_SECONDS = 5;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * A smaller enlargement of a window carries nothing: gRPC enlarges windows by a quarter or half
     * of their size. Larger ones are few while nothing is sent to the peer, as windows are bounded.
     */
    private static final int LEAST_ENLARGEMENT = 4096;

    private final PeerLimits limits;
    private final ReceiveBudget unknown;
    private final ReceiveBudget known;
    private final GrpcLimits frames;
    private final int window;
    private final Http2Connection connection;
    private final Http2Connection.PropertyKey key;
    private int idleFrames;
    private long idleSince;

    private InboundMeter(
            Http2ConnectionHandler http2,
            PeerLimits limits,
            ReceiveBudget unknown,
            ReceiveBudget known,
            GrpcLimits frames) {
        super(http2.decoder().frameListener());
        this.limits = limits;
        this.unknown = unknown;
        this.known = known;
        this.frames = frames;
        this.window = limits.window(frames.window());
        this.connection = http2.connection();
        this.key = connection.newKey();
    }

    /**
     * Starts to meter a connection, on its event loop.
     *
     * @param frames the limits of each link
     * @param streams receives the number of active streams whenever it changes
     */
    public static InboundMeter install(
            Http2ConnectionHandler http2,
            PeerLimits limits,
            ReceiveBudget unknown,
            ReceiveBudget known,
            GrpcLimits frames,
            IntConsumer streams) {
        InboundMeter meter = new InboundMeter(http2, limits, unknown, known, frames);
        meter.enlarge();
        http2.decoder().frameListener(meter);
        meter.connection.addListener(meter.new Watch(streams));
        return meter;
    }

    /** Enlarges the connection's own window, which must not stop a stream before the stream's. */
    private void enlarge() {
        Http2Stream whole = connection.connectionStream();
        Http2LocalFlowController flow = connection.local().flowController();
        int missing = window - flow.initialWindowSize(whole);
        if (missing > 0) {
            try {
                flow.incrementWindowSize(whole, missing);
            } catch (Http2Exception e) {
                throw new IllegalStateException("a window cannot be enlarged", e);
            }
        }
    }

    /** Returns the received bytes of a stream of the connection. */
    public InboundStream stream(ChannelHandlerContext http2, Http2Stream stream) {
        InboundStream found = stream.getProperty(key);
        if (found == null) {
            found = new InboundStream(limits, unknown, known, new StreamFlow(http2, stream));
            stream.setProperty(key, found);
        }
        return found;
    }

    @Override
    public int onDataRead(
            ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean end)
            throws Http2Exception {
        if (!data.isReadable() && !end) {
            countIdle(context, "DATA");
        }
        Http2Stream stream = connection.stream(streamId);
        if (stream == null || stream(context, stream).received(data)) {
            return super.onDataRead(context, streamId, data, padding, end);
        }
        int dropped = data.readableBytes();
        return dropped + super.onDataRead(context, streamId, Unpooled.EMPTY_BUFFER, padding, end);
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext context, int streamId, int enlargement)
            throws Http2Exception {
        if (enlargement < LEAST_ENLARGEMENT) {
            countIdle(context, "WINDOW_UPDATE");
        }
        super.onWindowUpdateRead(context, streamId, enlargement);
    }

    @Override
    public void onPriorityRead(
            ChannelHandlerContext context,
            int streamId,
            int parent,
            short weight,
            boolean exclusive)
            throws Http2Exception {
        countIdle(context, "PRIORITY");
        super.onPriorityRead(context, streamId, parent, weight, exclusive);
    }

    @Override
    public void onUnknownFrame(
            ChannelHandlerContext context,
            byte type,
            int streamId,
            Http2Flags flags,
            ByteBuf payload)
            throws Http2Exception {
        countIdle(context, "unknown");
        super.onUnknownFrame(context, type, streamId, flags, payload);
    }

    private void countIdle(ChannelHandlerContext context, String kind) throws Http2Exception {
        long now = context.executor().ticker().nanoTime();
        if (idleFrames == 0 || now - idleSince >= PERIOD_NANOS) {
            idleSince = now;
            idleFrames = 0;
        }
        if (++idleFrames > MOST_IDLE_FRAMES) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM,
                    "more than %d frames in a minute that carry nothing; the last one's type: %s",
                    MOST_IDLE_FRAMES,
                    kind);
        }
    }

    /** Ends a stream, for the peer and for the call that reads it. Any thread. */
    private void reset(ChannelHandlerContext context, int stream) {
        context.executor()
                .execute(() -> {
                    Http2ConnectionHandler http2 = (Http2ConnectionHandler) context.handler();
                    long code = Http2Error.ENHANCE_YOUR_CALM.code();
                    try {
                        // gRPC hears of the ends that it has not caused only from the peer.
                        onRstStreamRead(context, stream, code);
                    } catch (Http2Exception e) {
                        http2.onError(context, true, e);
                    }
                    var _ = http2.resetStream(context, stream, code, context.newPromise());
                    context.flush();
                });
    }

    /** What the meter does to the sender of a stream. */
    private final class StreamFlow implements InboundStream.Flow {
        private final ChannelHandlerContext context;
        private final Http2Stream stream;

        StreamFlow(ChannelHandlerContext context, Http2Stream stream) {
            this.context = context;
            this.stream = stream;
        }

        @Override
        public void reset() {
            InboundMeter.this.reset(context, stream.id());
        }

        @Override
        public int window() {
            return window;
        }

        @Override
        public void window(int bytes) {
            if (connection.stream(stream.id()) == null) {
                return;
            }
            Http2LocalFlowController flow = connection.local().flowController();
            try {
                flow.incrementWindowSize(stream, bytes - flow.initialWindowSize(stream));
                context.flush();
            } catch (Http2Exception e) {
                ((Http2ConnectionHandler) context.handler()).onError(context, true, e);
            }
        }

        @Override
        public void execute(Runnable task) {
            try {
                context.executor().execute(task);
            } catch (RejectedExecutionException e) {
                // The event loop has ended, and the stream with it.
            }
        }

        @Override
        public Runnable later(Runnable task) {
            Future<?> look = context.executor().schedule(task, STUCK_SECONDS, TimeUnit.SECONDS);
            return () -> look.cancel(false);
        }

        @Override
        public long mostBytes() {
            return ServerLimits.messageBytes(frames);
        }
    }

    /** Reports when streams begin and end. */
    private final class Watch extends Http2ConnectionAdapter {
        private final IntConsumer streams;

        Watch(IntConsumer streams) {
            this.streams = streams;
        }

        @Override
        public void onStreamActive(Http2Stream stream) {
            streams.accept(connection.numActiveStreams());
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            streams.accept(connection.numActiveStreams());
        }

        @Override
        public void onStreamRemoved(Http2Stream stream) {
            InboundStream metered = stream.getProperty(key);
            if (metered != null) {
                metered.ended();
            }
        }
    }
}
