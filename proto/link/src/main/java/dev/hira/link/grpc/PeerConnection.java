package dev.hira.link.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.BulkHandler;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.InboundMeter;
import dev.hira.link.grpc.stream.InboundStream;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection that a server accepted. Tracks whether it is in use, and closes it when it stays
 * unused for too long.
 */
final class PeerConnection extends ChannelDuplexHandler {
    /** The time for the last words to links and calls of a peer that may not go on. */
    private static final long PARTING_MILLIS = 250;

    /**
     * How many links of a connection without a session make room for others before the connection
     * is closed. A peer that opens links without end would else keep the server busy closing them.
     */
    private static final int MOST_DISPLACED_LINKS = 8;

    /** The time in which the peer may read the last bytes of a closed connection. */
    private static final int UNREAD_MILLIS = 1_000;

    private final Channel channel;
    private final PeerConnections all;
    private final PeerLimits limits;
    private final GrpcLimits frames;
    private @Nullable InboundMeter meter;
    private volatile @Nullable ChannelHandlerContext own;
    private volatile PeerIdentity identity = new PeerIdentity.Unproven();
    private volatile String ending = "the peer is gone: its connection ended";
    private final Set<GrpcLink> carried = ConcurrentHashMap.newKeySet();

    @GuardedBy("this")
    private int links;

    @GuardedBy("this")
    private int trusted;

    @GuardedBy("this")
    private int streams;

    /** How often a link made room for another one before its peer was known. */
    @GuardedBy("this")
    private int displacedLinks;

    @GuardedBy("this")
    private boolean wasUsed;

    @GuardedBy("this")
    private @Nullable Future<?> expiry;

    PeerConnection(Channel channel, PeerConnections all, PeerLimits limits, GrpcLimits frames) {
        this.channel = channel;
        this.all = all;
        this.limits = limits;
        this.frames = frames;
    }

    /** Sets the identity that the connection proves. */
    void proves(PeerIdentity proven) {
        identity = proven;
    }

    PeerIdentity identity() {
        return identity;
    }

    /** Returns the connection that a channel belongs to. */
    static @Nullable PeerConnection of(Channel channel) {
        return channel.pipeline().get(PeerConnection.class);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        watch();
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
        if (meter == null && http2 != null) {
            meter =
                    InboundMeter.install(
                            http2, limits, all.unknown(), all.known(), frames, this::streamsAre);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        synchronized (this) {
            if (expiry != null) {
                expiry.cancel(false);
            }
        }
        context.fireChannelInactive();
    }

    /** Returns the received bytes of a stream that begins to carry a link. On the event loop. */
    @Nullable InboundStream linkBegins(int streamId) {
        synchronized (this) {
            links++;
        }
        watch();
        return inbound(streamId);
    }

    /** Returns the received bytes of a stream. On the event loop. */
    @Nullable InboundStream inbound(int streamId) {
        Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
        Http2Stream stream = http2 == null ? null : http2.connection().stream(streamId);
        return stream == null || meter == null
                ? null
                : meter.stream(channel.pipeline().context(http2), stream);
    }

    /** Marks the peer as known. May be called by any thread. */
    void linkTrusted() {
        synchronized (this) {
            trusted++;
            displacedLinks = 0;
        }
        all.used(this);
    }

    /** Marks the peer of another call as known, which then counts as a link. Any thread. */
    void callTrusted() {
        BulkHandler.allowLargeFrames(channel, frames);
        synchronized (this) {
            links++;
        }
        watch();
        linkTrusted();
    }

    /** Notes that a link has ended. May be called by any thread. */
    void linkEnded(boolean wasTrusted) {
        boolean unused;
        synchronized (this) {
            links--;
            trusted -= wasTrusted ? 1 : 0;
            unused = trusted == 0;
        }
        if (unused) {
            all.unused(this);
        }
        watch();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        own = context;
    }

    /**
     * Closes the connection at once, bypassing HTTP/2, which would wait for open streams and for a
     * peer that does not read. May be called by any thread.
     */
    void close() {
        ChannelHandlerContext context = own;
        if (context == null) {
            var _ = channel.close();
        } else if (channel.eventLoop().inEventLoop()) {
            close(context, context.newPromise());
        } else {
            channel.eventLoop().execute(() -> close(context, context.newPromise()));
        }
    }

    /**
     * Closes the socket. What the peer has not read by then, the kernel keeps for a moment only:
     * without a limit it would keep it for minutes, and a peer that only writes would wait as long.
     */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (channel.isActive()) {
            channel.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, UNREAD_MILLIS);
        }
        var _ = context.close(promise);
    }

    /** Notes that the connection carries a link from now on. */
    void carries(GrpcLink link) {
        carried.add(link);
    }

    /** Notes that the connection carries a link no longer. */
    void drops(GrpcLink link) {
        carried.remove(link);
    }

    /**
     * Ends the connection, and all links and calls on it, because the peer's identity is worth
     * nothing any longer. The peer is told why. May be called by any thread.
     */
    void revoked(String why) {
        channel.eventLoop()
                .execute(() -> {
                    ending = why;
                    carried.forEach(link -> link.close(new LinkStatus(Cause.UNAUTHENTICATED, why)));
                    farewell(StatusMapping.REFUSED + why);
                    closeAfterLastWords();
                });
    }

    /** Closes the connection because the peer was silent; the peer may be alive, so it is told. */
    void silent(KeepAlive keepAlive) {
        String why =
                "it sent nothing for " + keepAlive.patience().toMillis() + " ms in spite of pings";
        ending = "the peer is gone: " + why;
        if (isUnknown()) {
            all.tellRefused(
                    channel.remoteAddress(), why + " (timeouts.heartbeat and timeouts.silence)");
        }
        farewell(StatusMapping.SILENT + keepAlive.patience().toMillis());
        close();
    }

    /** Closes a link to make room for another one. May be called by any thread. */
    void displaced(GrpcLink link, String full) {
        boolean tooOften;
        synchronized (this) {
            displacedLinks++;
            tooOften = trusted == 0 && displacedLinks > MOST_DISPLACED_LINKS;
        }
        if (tooOften) {
            displaced(full);
        } else {
            link.close(new LinkStatus(Cause.EXHAUSTED, full));
        }
    }

    /** Closes the connection to make room for another one. May be called by any thread. */
    void displaced(String full) {
        channel.eventLoop()
                .execute(() -> {
                    ending = full;
                    farewell(StatusMapping.FULL + full);
                    close();
                });
    }

    /**
     * Closes the connection because it was unused for too long. The peer is told before, so that a
     * call that it is just beginning goes to a new connection instead of failing. On the event
     * loop.
     */
    void expired(Duration idle) {
        if (!wasUsed()) {
            all.tellRefused(
                    channel.remoteAddress(),
                    "it began no session within " + idle.toMillis() + " ms (peers.idle)");
        }
        farewell(StatusMapping.UNUSED + idle.toMillis());
        closeAfterLastWords();
    }

    private void closeAfterLastWords() {
        var _ = channel.eventLoop().schedule(() -> close(), PARTING_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Tells the peer that the connection ends and takes no further calls. On the event loop. */
    private void farewell(String words) {
        Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
        if (http2 != null) {
            ChannelHandlerContext context = channel.pipeline().context(http2);
            var _ =
                    http2.goAway(
                            context,
                            http2.connection().remote().lastStreamCreated(),
                            Http2Error.NO_ERROR.code(),
                            ByteBufUtil.writeUtf8(context.alloc(), words),
                            context.newPromise());
            context.flush();
        }
    }

    /** Returns the reason why the connection ended, as far as this end knows. */
    String ending() {
        return ending;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the connection carries a link, or another call where these count. */
    synchronized boolean isUsed() {
        return links > 0 || (streams > 0 && !limits.onlyLinks());
    }

    private synchronized boolean wasUsed() {
        return wasUsed;
    }

    private synchronized boolean isUnknown() {
        return trusted == 0;
    }

    private void streamsAre(int count) {
        synchronized (this) {
            streams = count;
        }
        if (!limits.onlyLinks()) {
            watch();
        }
    }

    /** Starts or stops the idle timer that closes the connection. */
    private synchronized void watch() {
        boolean used = isUsed();
        wasUsed |= used;
        if (used && expiry != null) {
            expiry.cancel(false);
            expiry = null;
        } else if (!used && expiry == null && channel.isOpen()) {
            expiry = soon();
        }
    }

    @GuardedBy("this")
    private @Nullable Future<?> soon() {
        try {
            return channel.eventLoop()
                    .schedule(all.expiring(this), limits.idle().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null; // the event loop is closing, and every connection with it
        }
    }
}
