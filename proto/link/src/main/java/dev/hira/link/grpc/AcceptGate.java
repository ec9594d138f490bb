package dev.hira.link.grpc;

import dev.hira.link.grpc.net.BulkHandler;
import dev.hira.link.grpc.net.LivenessHandler;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.tls.TlsIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A handler in front of a listening socket's acceptor: counts connections, closes those above the
 * limit, and prepares the others.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    private final PeerConnections connections;
    private final @Nullable TlsIdentity tls;
    private final GrpcLinkServer.Builder settings;
    private final LongSupplier clock;

    /**
     * @param tls the identity of this process at an address for TLS; null at others
     */
    AcceptGate(
            PeerConnections connections,
            @Nullable TlsIdentity tls,
            GrpcLinkServer.Builder settings) {
        this.connections = connections;
        this.tls = tls;
        this.settings = settings;
        this.clock = settings.loops().clock();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel channel = (Channel) message;
        PeerConnection connection =
                new PeerConnection(channel, connections, settings.peers(), settings.limits);
        if (!connections.enter(connection)) {
            turnAway(context, channel);
            return;
        }
        channel.closeFuture().addListener(done -> connections.leave(connection));
        channel.pipeline()
                .addFirst(
                        new LivenessHandler(
                                settings.keepAlive,
                                _ -> connection.silent(settings.keepAlive),
                                connection::isUsed,
                                clock),
                        new BulkHandler(settings.limits, settings.trustsPeers()),
                        connection,
                        new PeerGate(
                                connection, connections, tls, settings.admission, settings.limits),
                        new ServerConnection());
        context.fireChannelRead(message);
    }

    /** Closes a connection for which there is no room, with a word to a peer without TLS. */
    private void turnAway(ChannelHandlerContext context, Channel channel) {
        if (tls != null) {
            channel.unsafe().closeForcibly();
            return;
        }
        String why = StatusMapping.FULL + connections.full();
        context.channel()
                .eventLoop()
                .register(channel)
                .addListener(_ ->
                        channel.writeAndFlush(PeerGate.farewell(why))
                                .addListener(ChannelFutureListener.CLOSE));
    }
}
