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
 * Fits a connection for bulk data as soon as its peer speaks HTTP/2, because gRPC has no settings
 * for it.
 *
 * <p>The peer is told that it may send larger HTTP/2 frames than the 16 KiB that hold unless said
 * otherwise: a frame costs microseconds at both ends, whatever its size. And what has come of a
 * frame stays in the buffers in which it came until the frame is whole, instead of being copied
 * together.
 */
public final class BulkHandler extends ChannelInboundHandlerAdapter {
    /** What gRPC lets Netty send before it waits for the socket, and the least that makes sense. */
    private static final int LEAST_WATER_MARK = 64 << 10;

    private static final int LARGEST_READ = 256 << 10;

    private final int chunk;
    private final boolean largeFrames;

    /**
     * @param largeFrames whether the peer is told at once that it may send them; otherwise {@link
     *     #allowLargeFrames} tells it
     */
    public BulkHandler(GrpcLimits limits, boolean largeFrames) {
        chunk = limits.chunk();
        this.largeFrames = largeFrames;
    }

    /** How much may wait for the socket: an HTTP/2 frame is cut to what is left of it. */
    public static WriteBufferWaterMark waterMark(GrpcLimits limits) {
        int high = Math.max(LEAST_WATER_MARK, limits.chunk());
        return new WriteBufferWaterMark(high / 2, high);
    }

    /**
     * How much the system may keep of what was sent: enough that both ends of a Unix socket work at
     * the same time. Null where the system finds that out itself.
     */
    public static @Nullable Integer socketBuffer(Endpoint endpoint, GrpcLimits limits) {
        return endpoint instanceof Endpoint.Unix ? limits.chunk() : null;
    }

    /** Buffers to receive into, as large as what comes at a time. */
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

    /** Tells the peer that it may send large HTTP/2 frames from now on. Any thread. */
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
