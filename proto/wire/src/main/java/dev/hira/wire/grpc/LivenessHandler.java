package dev.hira.wire.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One end's watch over its connection: pings the peer at every interval, and closes the connection
 * when nothing came for too long. gRPC's own keepalive does the same, but not more often than every
 * ten seconds. Counts from the moment of connecting, so that a server that accepts and then says
 * nothing is noticed too.
 *
 * <p>A busy peer is not taken for a vanished one. Both ends ping whether they hear something or
 * not, because an answer may wait behind much data that goes the same way as the question, while
 * the other way is free. When the socket was full and has taken something since, the peer must have
 * read. And silence is counted in looks, between which the event loop always reads, and not in
 * time: when it is this process that was held up, what came meanwhile is read before anything is
 * concluded.
 */
final class LivenessHandler extends ChannelInboundHandlerAdapter {
    /**
     * The payload of the pings by which gRPC measures bandwidth. Such an answer is expected by gRPC
     * at any time; here it measures nothing, because the window is fixed.
     */
    private static final long PING = 1234;

    /** So many looks make an interval. */
    private static final int LOOKS = 2;

    private final KeepAlive keepAlive;
    private final long period;
    private final long patience;
    private long looks;
    private long silentLooks;
    private @Nullable Object stuck;
    private long stuckProgress;
    private @Nullable Future<?> watch;

    LivenessHandler(KeepAlive keepAlive) {
        this.keepAlive = keepAlive;
        period = Math.max(1, keepAlive.interval().toNanos() / LOOKS);
        patience = LOOKS + (keepAlive.timeout().toNanos() + period - 1) / period;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        watch =
                context.executor()
                        .scheduleWithFixedDelay(
                                () -> look(context.channel()),
                                period,
                                period,
                                TimeUnit.NANOSECONDS);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        silentLooks = 0;
        context.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stop();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stop();
    }

    private void stop() {
        if (watch != null) {
            watch.cancel(false);
        }
    }

    private void look(Channel channel) {
        silentLooks = hasMoved(channel.unsafe().outboundBuffer()) ? 0 : silentLooks + 1;
        if (silentLooks >= patience) {
            channel.pipeline().fireExceptionCaught(new SilentPeerException(keepAlive));
            var _ = channel.close();
        } else if (++looks % LOOKS == 0) {
            ping(channel);
        }
    }

    /** Whether something that the socket did not take at the last look was taken since. */
    @SuppressWarnings("ReferenceEquality")
    private boolean hasMoved(@Nullable ChannelOutboundBuffer unsent) {
        Object first = unsent == null ? null : unsent.current();
        long progress = unsent == null || first == null ? 0 : unsent.currentProgress();
        boolean moved = stuck != null && (stuck != first || stuckProgress != progress);
        stuck = first;
        stuckProgress = progress;
        return moved;
    }

    private static void ping(Channel channel) {
        Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
        if (http2 != null) {
            ChannelHandlerContext context = channel.pipeline().context(http2);
            var _ = http2.encoder().writePing(context, false, PING, context.newPromise());
            context.flush();
        }
    }

    /** The peer did not answer. */
    static final class SilentPeerException extends IOException {
        private static final long serialVersionUID = 1L;

        SilentPeerException(KeepAlive keepAlive) {
            super(
                    "nothing came for "
                            + keepAlive.interval().plus(keepAlive.timeout()).toMillis()
                            + " ms, although it was pinged");
        }

        /** It is the peer's doing: our stack says nothing. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
