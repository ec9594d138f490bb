package dev.hira.link.grpc.net;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * Tunes a connection for bulk data as soon as its peer speaks HTTP/2, because gRPC has no settings
 * for it.
 *
 * <p>The peer may then send HTTP/2 frames larger than the default of 16 KiB: a frame costs
 * microseconds at both ends, whatever its size. Received parts of a frame stay in their buffers
 * until the frame is complete, instead of being copied together.
 */
public final class BulkHandler extends ChannelInboundHandlerAdapter {
    /** The unwritten bytes that gRPC allows Netty by default; the lowest useful value. */
    private static final int LEAST_WATER_MARK = 64 << 10;

    private static final int LARGEST_READ = 256 << 10;

    private final int chunk;
    private final boolean largeFrames;

    /**
     * @param largeFrames whether to allow the peer large frames at once; otherwise {@link
     *     #allowLargeFrames} does so
     */
    public BulkHandler(GrpcLimits limits, boolean largeFrames) {
        chunk = limits.chunk();
        this.largeFrames = largeFrames;
    }

    /** Limits the bytes that may wait for the socket; an HTTP/2 frame is cut to the remainder. */
    public static WriteBufferWaterMark waterMark(GrpcLimits limits) {
        int high = Math.max(LEAST_WATER_MARK, limits.chunk());
        return new WriteBufferWaterMark(high / 2, high);
    }

    /**
     * Returns the size of the system's send buffer: large enough that both ends of a Unix socket
     * work concurrently. Null where the system adapts it.
     */
    public static @Nullable Integer socketBuffer(Endpoint endpoint, GrpcLimits limits) {
        return endpoint instanceof Endpoint.Unix ? limits.chunk() : null;
    }

    /** Returns an allocator of receive buffers that follow the size of the reads. */
    public static RecvByteBufAllocator receiving() {
        return new AdaptiveRecvByteBufAllocator(64, 2048, LARGEST_READ);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
        if (http2 != null) {
            http2.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
            if (largeFrames) {
                allowLargeFrames(context.pipeline().context(http2), http2, chunk);
            }
            context.pipeline().remove(this);
        }
        context.fireChannelRead(message);
    }

    /**
     * Tells the peer that it may send large HTTP/2 frames from now on. May be called by any thread.
     */
    public static void allowLargeFrames(Channel connection, GrpcLimits limits) {
        if (!connection.eventLoop().inEventLoop()) {
            connection.eventLoop().execute(() -> allowLargeFrames(connection, limits));
            return;
        }
        Http2ConnectionHandler http2 = connection.pipeline().get(Http2ConnectionHandler.class);
        if (http2 != null) {
            allowLargeFrames(connection.pipeline().context(http2), http2, limits.chunk());
        }
    }

    private static void allowLargeFrames(
            ChannelHandlerContext context, Http2ConnectionHandler http2, int chunk) {
        Http2Settings settings = new Http2Settings().maxFrameSize(chunk);
        var _ = http2.encoder().writeSettings(context, settings, context.newPromise());
        context.flush();
    }
}
