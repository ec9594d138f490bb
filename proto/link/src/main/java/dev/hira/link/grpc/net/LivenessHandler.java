package dev.hira.link.grpc.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches one end of a connection: pings the peer at every interval, and closes the connection
 * after too long a silence. gRPC's own keepalive pings at most every ten seconds. At a client the
 * time counts from connecting, so that a server that accepts and then stays silent is noticed too.
 * A server counts it only while the connection is in use: a process that has connected may need
 * seconds for its first bytes on a busy machine, and nothing waits for a connection without use.
 *
 * <p>Silence counts from the last received byte. A busy peer is not taken for a vanished one: both
 * ends ping even while they receive, because an answer may queue behind much data in one direction
 * while the other is free; and when a full socket has accepted bytes since the last look, the peer
 * must have read. A process that was itself held up finds its own looks far apart; it cannot know
 * what the peer did meanwhile, and restarts the count.
 */
public final class LivenessHandler extends ChannelInboundHandlerAdapter {
    /**
     * The payload of the pings by which gRPC measures bandwidth. gRPC accepts such an answer at any
     * time; here it measures nothing, because the window is fixed.
     */
    private static final long PING = 1234;

    /** The number of looks per interval. */
    private static final int LOOKS = 2;

    /** Looks farther apart than this number of periods were held up. */
    private static final int HELD_UP = 2;

    private final Consumer<Channel> whenSilent;
    private final BooleanSupplier counts;
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
     * @param whenSilent closes the connection after too long a silence
     * @param counts whether silence counts now
     * @param clock the clock of the connection's event loop
     */
    public LivenessHandler(
            KeepAlive keepAlive,
            Consumer<Channel> whenSilent,
            BooleanSupplier counts,
            LongSupplier clock) {
        this.whenSilent = whenSilent;
        this.counts = counts;
        this.clock = clock;
        period = Math.max(1, keepAlive.interval().toNanos() / LOOKS);
        patience = keepAlive.patience().toNanos();
    }

    /** Tells gRPC that the server does not answer, and closes the connection. */
    public static LivenessHandler ofClient(KeepAlive keepAlive, LongSupplier clock) {
        return new LivenessHandler(
                keepAlive,
                channel -> {
                    channel.pipeline().fireExceptionCaught(new SilentPeerException(keepAlive));
                    var _ = channel.close();
                },
                () -> true,
                clock);
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
        if (hasMoved(channel.unsafe().outboundBuffer()) || heldUp || !counts.getAsBoolean()) {
            heard = now;
        }
        if (now - heard >= patience) {
            stop();
            whenSilent.accept(channel);
        } else if (++looks % LOOKS == 0) {
            ping(channel);
        }
    }

    /** Returns whether the socket has accepted bytes since the last look that it refused then. */
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

    /** Closes because the peer did not answer. */
    static final class SilentPeerException extends IOException {
        private static final long serialVersionUID = 1L;

        SilentPeerException(KeepAlive keepAlive) {
            super(
                    "it sent nothing for "
                            + keepAlive.patience().toMillis()
                            + " ms in spite of pings");
        }

        /** The peer caused it, so the text needs no stack trace of ours. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
