package dev.hira.link.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.grpc.net.ServerLimits;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.WireMessage;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a link of every stream that a peer opens at one listener, and hands it to the acceptor. */
final class AcceptedLinks implements ServerCallHandler<WireMessage, WireMessage> {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedLinks.class);

    private final LinkAcceptor acceptor;
    private final GrpcLinkServer.Builder settings;
    private final GrpcLimits limits;
    private final ServerLimits counts;
    private final Supplier<ListenerInfo> listener;
    private final Set<GrpcLink> open = ConcurrentHashMap.newKeySet();

    private final ReentrantLock ending = new ReentrantLock();
    private final Condition hasEnded = ending.newCondition();

    /** Links of unknown peers, oldest first. */
    @GuardedBy("opening")
    private final Set<AcceptedLink> opening = new LinkedHashSet<>();

    AcceptedLinks(
            GrpcLinkServer.Builder settings, ServerLimits counts, Supplier<ListenerInfo> listener) {
        this.acceptor = settings.acceptor();
        this.settings = settings;
        this.limits = settings.limits;
        this.counts = counts;
        this.listener = listener;
    }

    @Override
    public ServerCall.Listener<WireMessage> startCall(
            ServerCall<WireMessage, WireMessage> call, Metadata headers) {
        Channel channel = ServerConnection.reading();
        PeerConnection connection = channel == null ? null : PeerConnection.of(channel);
        if (channel == null || connection == null) {
            return refuse(call, Status.INTERNAL.withDescription("the connection is not known"));
        }
        if (counts.isFull()) {
            return refuse(
                    call,
                    Status.RESOURCE_EXHAUSTED.withDescription(
                            "all "
                                    + counts.most()
                                    + " links that this process allows are in use; close one, or"
                                    + " raise the limit"));
        }
        return accept(call, peer(call, headers, connection, channel), channel, connection);
    }

    /** Closes every link that is open. */
    void closeAll(LinkStatus reason) {
        open.forEach(link -> link.close(reason));
    }

    int count() {
        return open.size();
    }

    /** Waits until no link is open; returns whether that is so before the time is over. */
    boolean awaitNone(Duration time) throws InterruptedException {
        ending.lock();
        try {
            long left = time.toNanos();
            while (!open.isEmpty() && left > 0) {
                left = hasEnded.awaitNanos(left);
            }
            return open.isEmpty();
        } finally {
            ending.unlock();
        }
    }

    private static ServerCall.Listener<WireMessage> refuse(
            ServerCall<WireMessage, WireMessage> call, Status status) {
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private ServerCall.Listener<WireMessage> accept(
            ServerCall<WireMessage, WireMessage> call,
            PeerInfo peer,
            Channel channel,
            PeerConnection connection) {
        int stream =
                channel.pipeline()
                        .get(Http2ConnectionHandler.class)
                        .connection()
                        .remote()
                        .lastStreamCreated();
        AcceptedLink accepted =
                new AcceptedLink(
                        connection, connection.linkBegins(stream), this::trusted, this::ended);
        ServerPort port = new ServerPort(call, channel, stream, limits, accepted);
        GrpcLink link = new GrpcLink(channel.eventLoop(), peer.remote(), port, true);
        accepted.join(link);
        open.add(link);
        makeRoomFor(accepted);
        if (settings.trustsPeers()) {
            accepted.trust();
        }
        call.sendHeaders(new Metadata());
        expectFirstFrame(channel, port, link);
        hand(link, peer);
        return port;
    }

    /** Closes the oldest link of an unknown peer when there are too many. */
    private void makeRoomFor(AcceptedLink accepted) {
        AcceptedLink oldest = null;
        synchronized (opening) {
            opening.add(accepted);
            if (opening.size() > settings.peers().opening()) {
                oldest = opening.iterator().next();
                opening.remove(oldest);
            }
        }
        if (oldest != null) {
            oldest.displaced(
                    "more than "
                            + settings.peers().opening()
                            + " sessions are being opened at "
                            + listener.get().uri()
                            + ", and this one has waited longest; try again later");
        }
    }

    private void trusted(AcceptedLink accepted) {
        counts.openLink();
        synchronized (opening) {
            opening.remove(accepted);
        }
    }

    private void ended(AcceptedLink accepted) {
        open.remove(accepted.link());
        tellEnd();
        if (accepted.isTrusted()) {
            counts.closeLink();
        } else {
            synchronized (opening) {
                opening.remove(accepted);
            }
        }
    }

    private void tellEnd() {
        ending.lock();
        try {
            hasEnded.signalAll();
        } finally {
            ending.unlock();
        }
    }

    private void hand(GrpcLink link, PeerInfo peer) {
        try {
            acceptor.accept(link, peer);
        } catch (RuntimeException e) {
            LOG.error("a link from {} could not be accepted", peer.remote(), e);
            link.close(new LinkStatus(Cause.INTERNAL, "the link could not be accepted"));
        }
    }

    private void expectFirstFrame(Channel connection, ServerPort port, GrpcLink link) {
        port.expectMessage(
                connection
                        .eventLoop()
                        .schedule(
                                () -> link.close(silent()),
                                limits.handshake().toNanos(),
                                TimeUnit.NANOSECONDS));
    }

    private LinkStatus silent() {
        return new LinkStatus(
                Cause.UNAVAILABLE,
                "no frame came within "
                        + limits.handshake().toMillis()
                        + " ms of opening the session");
    }

    private PeerInfo peer(
            ServerCall<WireMessage, WireMessage> call,
            Metadata headers,
            PeerConnection connection,
            Channel channel) {
        ListenerInfo here = listener.get();
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        String token = headers.get(GrpcLinkClient.TOKEN);
        String address = remote == null ? "" : remote.toString();
        return new PeerInfo(
                here.uri(),
                here.label(),
                address.isBlank() ? "a client of " + here.uri() : address,
                connection.identity(),
                token == null ? "" : token,
                channel.eventLoop());
    }
}
