package dev.hira.link.grpc;

import com.google.common.net.InetAddresses;
import dev.hira.link.grpc.net.BulkHandler;
import dev.hira.link.grpc.net.Endpoint;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.LivenessHandler;
import dev.hira.link.grpc.net.ServerLimits;
import dev.hira.link.grpc.net.Transport;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsFailures;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Makes the gRPC channels of links: each has one connection, and all run on one event loop. */
final class ClientChannels {
    private ClientChannels() {}

    /**
     * Returns a channel that connects at its first call; the handlers join the pipeline of each of
     * its sockets.
     */
    static ManagedChannel open(Endpoint endpoint, LinkOptions options, ChannelHandler... more) {
        Transport transport = Transport.of(options.eventLoop());
        boolean unix = endpoint instanceof Endpoint.Unix;
        requireCertificate(endpoint, options);
        GrpcLog.quieten();
        return builder(endpoint, transport)
                .usePlaintext()
                .overrideAuthority("hira")
                .eventLoopGroup(options.eventLoop())
                .channelFactory(() -> socket(transport, endpoint, options, more))
                .withOption(ChannelOption.SO_KEEPALIVE, unix ? null : true)
                .withOption(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(options.limits().handshake().toMillis()))
                .withOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        BulkHandler.waterMark(options.limits()))
                .withOption(ChannelOption.RECVBUF_ALLOCATOR, BulkHandler.receiving())
                .withOption(
                        ChannelOption.SO_SNDBUF,
                        BulkHandler.socketBuffer(endpoint, options.limits()))
                .directExecutor()
                .disableRetry()
                .disableServiceConfigLookUp()
                .proxyDetector(address -> null)
                .flowControlWindow(options.limits().window())
                .maxInboundMessageSize(ServerLimits.messageBytes(options.limits()))
                .maxInboundMetadataSize(options.limits().metadataBytes())
                .build();
    }

    private static NettyChannelBuilder builder(Endpoint endpoint, Transport transport) {
        return switch (endpoint) {
            case Endpoint.Unix(var path) ->
                    NettyChannelBuilder.forAddress(transport.unixAddress(path));
            case Endpoint.Tcp(var host, var port, _) -> {
                SocketAddress literal = literal(host, port);
                yield literal != null
                        ? NettyChannelBuilder.forAddress(literal)
                        : NettyChannelBuilder.forTarget("dns:///" + host + ":" + port);
            }
        };
    }

    /** Returns an address that needs no name service, or null when the host must be looked up. */
    private static @Nullable SocketAddress literal(String host, int port) {
        if (host.equals("localhost")) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        return InetAddresses.isInetAddress(host)
                ? new InetSocketAddress(InetAddresses.forString(host), port)
                : null;
    }

    private static Channel socket(
            Transport transport, Endpoint endpoint, LinkOptions options, ChannelHandler... more) {
        Channel channel = transport.socket(endpoint instanceof Endpoint.Unix);
        channel.pipeline().addFirst(more);
        TlsClient tls = options.tls();
        if (endpoint instanceof Endpoint.Tcp tcp && tcp.tls() && tls != null) {
            channel.pipeline().addFirst(secured(channel, tcp, tls, options), new TlsFailures());
        }
        channel.pipeline()
                .addFirst(
                        LivenessHandler.ofClient(
                                options.keepAlive(), EventLoops.clockOf(options.eventLoop())),
                        new BulkHandler(options.limits(), true));
        return channel;
    }

    private static SslHandler secured(
            Channel channel, Endpoint.Tcp to, TlsClient tls, LinkOptions options) {
        try {
            SslHandler handler =
                    tls.identity()
                            .client(
                                    channel.alloc(),
                                    to.host(),
                                    to.port(),
                                    tls.expected(),
                                    options.limits().handshake());
            handler.handshakeFuture()
                    .addListener(done -> {
                        if (done.isSuccess()) {
                            tls.identity().watch(channel, handler, _ -> end(channel, handler));
                        }
                    });
            return handler;
        } catch (IOException e) {
            throw new UncheckedIOException("TLS cannot begin: " + e.getMessage(), e);
        }
    }

    /** Closes a connection at once, bypassing HTTP/2, which would wait for open calls. */
    private static void end(Channel channel, SslHandler handler) {
        channel.eventLoop()
                .execute(() -> {
                    ChannelHandlerContext context = channel.pipeline().context(handler);
                    var _ = context == null ? channel.close() : context.close();
                });
    }

    private static void requireCertificate(Endpoint endpoint, LinkOptions options) {
        if (endpoint instanceof Endpoint.Tcp tcp && tcp.tls() && options.tls() == null) {
            throw new IllegalArgumentException(
                    "hira+tls://"
                            + tcp.host()
                            + ":"
                            + tcp.port()
                            + " needs a certificate of this process; name its folder in HIRA_TLS, with"
                            + " --tls of a command, or with the setting tls.folder of a router or an"
                            + " API server");
        }
    }
}
