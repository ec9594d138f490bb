package dev.hira.wire.grpc;

import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a link of every stream that is opened at one listener, and hands it to the acceptor. */
final class AcceptedLinks implements ServerCallHandler<WireMessage, WireMessage> {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedLinks.class);

    private final LinkAcceptor acceptor;
    private final GrpcLimits limits;
    private final ServerLimits counts;
    private final Supplier<ListenerInfo> listener;
    private final Set<GrpcLink> open = ConcurrentHashMap.newKeySet();

    AcceptedLinks(
            LinkAcceptor acceptor,
            GrpcLimits limits,
            ServerLimits counts,
            Supplier<ListenerInfo> listener) {
        this.acceptor = acceptor;
        this.limits = limits;
        this.counts = counts;
        this.listener = listener;
    }

    @Override
    public ServerCall.Listener<WireMessage> startCall(
            ServerCall<WireMessage, WireMessage> call, Metadata headers) {
        Channel connection = ServerConnection.reading();
        if (connection == null) {
            return refuse(call, Status.INTERNAL.withDescription("the connection is not known"));
        }
        if (!counts.openLink()) {
            return refuse(
                    call,
                    Status.RESOURCE_EXHAUSTED.withDescription(
                            "all "
                                    + counts.most()
                                    + " links that this process allows are in use; close one, or"
                                    + " raise the limit"));
        }
        return accept(call, headers, connection);
    }

    /** Closes every link that is open. */
    void closeAll(LinkStatus reason) {
        open.forEach(link -> link.close(reason));
    }

    int count() {
        return open.size();
    }

    private static ServerCall.Listener<WireMessage> refuse(
            ServerCall<WireMessage, WireMessage> call, Status status) {
        call.close(status, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private ServerCall.Listener<WireMessage> accept(
            ServerCall<WireMessage, WireMessage> call, Metadata headers, Channel connection) {
        PeerInfo peer = peer(call, headers, connection);
        Entry entry = new Entry();
        ServerPort port = new ServerPort(call, connection, limits.unsent(), () -> forget(entry));
        GrpcLink link = new GrpcLink(connection.eventLoop(), peer.remote(), port, true);
        entry.link = link;
        port.join(link);
        open.add(link);
        call.sendHeaders(new Metadata());
        expectFirstFrame(connection, port, link);
        hand(link, peer);
        return port;
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
        var _ =
                connection
                        .eventLoop()
                        .schedule(
                                () -> {
                                    if (!port.heard()) {
                                        link.close(silent());
                                    }
                                },
                                limits.handshake().toNanos(),
                                TimeUnit.NANOSECONDS);
    }

    private LinkStatus silent() {
        return new LinkStatus(
                Cause.UNAVAILABLE,
                "no frame came within "
                        + limits.handshake().toMillis()
                        + " ms of opening the session");
    }

    private PeerInfo peer(
            ServerCall<WireMessage, WireMessage> call, Metadata headers, Channel connection) {
        ListenerInfo here = listener.get();
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        String token = headers.get(GrpcLinkClient.TOKEN);
        String address = remote == null ? "" : remote.toString();
        return new PeerInfo(
                here.uri(),
                here.label(),
                address.isBlank() ? "a client of " + here.uri() : address,
                token == null ? "" : token,
                connection.eventLoop());
    }

    private void forget(Entry entry) {
        GrpcLink link = entry.link;
        if (link != null && open.remove(link)) {
            counts.closeLink();
        }
    }

    /** A link that is named before it exists. */
    private static final class Entry {
        private @Nullable GrpcLink link;
    }
}
