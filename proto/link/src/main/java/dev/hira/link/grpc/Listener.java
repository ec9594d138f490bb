package dev.hira.link.grpc;

import dev.hira.base.SocketFailures;
import dev.hira.link.grpc.net.BulkHandler;
import dev.hira.link.grpc.net.Endpoint;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.ServerLimits;
import dev.hira.link.grpc.net.SocketFile;
import dev.hira.link.grpc.net.Transport;
import dev.hira.link.grpc.stream.LinkMethod;
import dev.hira.link.grpc.stream.ReceiveBudget;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.wire.LinkStatus;
import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One place where a server listens: its own gRPC server on the shared event loops. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    /** The time for answers that are on their way when a server closes. */
    private static final long GRACE_MILLIS = 250;

    /**
     * The calls that a peer may reset on one connection within some seconds; gRPC has no limit of
     * its own. Guests reset none, and operators' commands few.
     */
    private static final int MOST_RESETS = 200;

    private static final int RESETS_SECONDS = 30;

    /**
     * gRPC's own limit on a peer's first bytes, which it neither logs nor tells, is off: {@link
     * PeerGate} limits the handshake of TLS, and {@link PeerConnection} connections without use.
     */
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final Endpoint endpoint;
    private final @Nullable SocketFile file;
    private final AcceptedLinks links;
    private final PeerConnections connections;
    private final Server server;
    private volatile ListenerInfo info;

    Listener(
            URI uri,
            @Nullable String label,
            GrpcLinkServer.Builder settings,
            ServerLimits counts,
            ReceiveBudget unknown,
            ReceiveBudget known) {
        info = new ListenerInfo(uri, label);
        endpoint = Endpoint.parse(uri);
        if (endpoint instanceof Endpoint.Tcp tcp && tcp.tls() && settings.tls == null) {
            throw new IllegalArgumentException(
                    "the address '"
                            + uri
                            + "' needs a certificate of this process; name its folder with the"
                            + " setting tls.folder");
        }
        file = endpoint instanceof Endpoint.Unix(var path) ? new SocketFile(path) : null;
        links = new AcceptedLinks(settings, counts, () -> info);
        connections =
                new PeerConnections(
                        settings.peers(), unknown, known, () -> info, settings.loops().clock());
        server = build(settings);
    }

    private Server build(GrpcLinkServer.Builder settings) {
        GrpcLimits limits = settings.limits;
        EventLoops loops = settings.loops();
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(
                                address(loops.transport()), InsecureServerCredentials.create())
                        .bossEventLoopGroup(loops.group())
                        .workerEventLoopGroup(loops.group())
                        .channelFactory(() -> socket(loops.transport(), settings))
                        .withChildOption(
                                ChannelOption.SO_KEEPALIVE,
                                endpoint instanceof Endpoint.Unix ? null : true)
                        .withChildOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                BulkHandler.waterMark(limits))
                        .withChildOption(ChannelOption.RECVBUF_ALLOCATOR, BulkHandler.receiving())
                        .withChildOption(
                                ChannelOption.SO_SNDBUF, BulkHandler.socketBuffer(endpoint, limits))
                        .directExecutor()
                        .flowControlWindow(settings.peers().firstWindow(limits.window()))
                        .maxConcurrentCallsPerConnection(settings.peers().calls())
                        .maxInboundMessageSize(ServerLimits.messageBytes(limits))
                        .maxInboundMetadataSize(limits.metadataBytes())
                        .maxRstFramesPerWindow(MOST_RESETS, RESETS_SECONDS)
                        .handshakeTimeout(UNLIMITED, TimeUnit.MILLISECONDS)
                        .permitKeepAliveTime(0, TimeUnit.NANOSECONDS)
                        .permitKeepAliveWithoutCalls(true)
                        .addService(LinkMethod.service(limits, links));
        for (BindableService service : settings.services) {
            builder.addService(service);
        }
        for (ServerInterceptor interceptor : settings.interceptors) {
            builder.intercept(interceptor);
        }
        return builder.build();
    }

    private ServerChannel socket(Transport transport, GrpcLinkServer.Builder settings) {
        ServerChannel channel = transport.serverSocket(endpoint instanceof Endpoint.Unix);
        TlsIdentity tls = endpoint instanceof Endpoint.Tcp tcp && tcp.tls() ? settings.tls : null;
        channel.pipeline().addFirst(new AcceptGate(connections, tls, settings));
        return channel;
    }

    private SocketAddress address(Transport transport) {
        return switch (endpoint) {
            case Endpoint.Tcp(var host, var port, _) -> new InetSocketAddress(host, port);
            case Endpoint.Unix(var path) -> transport.unixAddress(path);
        };
    }

    void start(int socketMode) throws IOException {
        if (file != null) {
            file.makeWay();
        }
        try {
            server.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at " + info.uri() + ": " + SocketFailures.listening(e), e);
        }
        if (file != null) {
            file.guard(socketMode);
        }
        if (endpoint instanceof Endpoint.Tcp(var host, var port, var tls) && port == 0) {
            String shown = host.contains(":") ? "[" + host + "]" : host;
            info =
                    new ListenerInfo(
                            URI.create(
                                    (tls ? "hira+tls://" : "hira://")
                                            + shown
                                            + ":"
                                            + server.getPort()),
                            info.label());
        }
    }

    ListenerInfo info() {
        return info;
    }

    int links() {
        return links.count();
    }

    int connections() {
        return connections.open();
    }

    /** Stops accepting; open links continue. */
    void stopAccepting() {
        server.shutdown();
        removeFile();
    }

    void closeLinks(LinkStatus reason) {
        links.closeAll(reason);
    }

    /**
     * Waits for open links to end, and briefly for other calls, then closes the listener. Calls
     * such as the watch of a health never end by themselves.
     */
    void end(Duration patience) {
        try {
            if (!links.awaitNone(patience)
                    || !server.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void removeFile() {
        try {
            if (file != null) {
                file.remove();
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("the socket file of {} could not be removed: {}", info.uri(), e.toString());
        }
    }
}
