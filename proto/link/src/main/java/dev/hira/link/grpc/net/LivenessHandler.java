package dev.hira.link.grpc.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One end's watch over its connection: pings the peer at every interval, and closes the connection
 * when nothing came for too long. gRPC's own keepalive does the same, but not more often than every
 * ten seconds. Counts from the moment of connecting, so that a server that accepts and then says
 * nothing is noticed too.
 *
 * <p>Silence counts from the last byte that came. A busy peer is not taken for a vanished one: both
 * ends ping whether they hear something or not, because an answer may wait behind much data that
 * goes the same way as the question, while the other way is free; and when the socket was full and
 * has taken something since, the peer must have read. A process that was itself held up finds that
 * its own looks are far apart; it cannot know what the peer did meanwhile, and counts anew.
 */
public final class LivenessHandler extends ChannelInboundHandlerAdapter {
    /**
     * The payload of the pings by which gRPC measures bandwidth. Such an answer is expected by gRPC
     * at any time; here it measures nothing, because the window is fixed.
     */
    private static final long PING = 1234;

    /** So many looks make an interval. */
    private static final int LOOKS = 2;

    /** Looks that are farther apart than so many periods were held up. */
    private static final int HELD_UP = 2;

    private final Consumer<Channel> whenSilent;
    private final LongSupplier clock;
    private final long period;
    private final long patience;
    private long looks;
    private long lastLook;
    private long heard;
    private @Nullable Object stuck;
    private long stuckProgress;
    private @Nullable Future<?> watch;

    /**
     * @param whenSilent closes the connection, because nothing came
     */
    public LivenessHandler(KeepAlive keepAlive, Consumer<Channel> whenSilent) {
        this(keepAlive, whenSilent, System::nanoTime);
    }

    LivenessHandler(KeepAlive keepAlive, Consumer<Channel> whenSilent, LongSupplier clock) {
        this.whenSilent = whenSilent;
        this.clock = clock;
        period = Math.max(1, keepAlive.interval().toNanos() / LOOKS);
        patience = keepAlive.patience().toNanos();
    }

    /** Has gRPC learn that the server does not answer, and closes the connection. */
    public static LivenessHandler ofClient(KeepAlive keepAlive) {
        return new LivenessHandler(
                keepAlive,
                channel -> {
                    channel.pipeline().fireExceptionCaught(new SilentPeerException(keepAlive));
                    var _ = channel.close();
                });
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        lastLook = clock.getAsLong();
        heard = lastLook;
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
        heard = clock.getAsLong();
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
        long now = clock.getAsLong();
        boolean heldUp = now - lastLook > HELD_UP * period;
        lastLook = now;
        if (hasMoved(channel.unsafe().outboundBuffer()) || heldUp) {
            heard = now;
        }
        if (now - heard >= patience) {
            stop();
            whenSilent.accept(channel);
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
                            + keepAlive.patience().toMillis()
                            + " ms, although it was pinged");
        }

        /** It is the peer's doing: our stack says nothing. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
