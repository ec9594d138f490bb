package dev.hira.link.grpc;

import dev.hira.link.grpc.net.Endpoint;
import io.grpc.ManagedChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** A client's connection: a gRPC channel and the socket that the channel opened. */
final class ClientConnection {
    private final ManagedChannel channel;
    private final Latest latest;

    private ClientConnection(ManagedChannel channel, Latest latest) {
        this.channel = channel;
        this.latest = latest;
    }

    /** Prepares a connection; the first call opens it. */
    static ClientConnection to(Endpoint endpoint, LinkOptions options) {
        Latest latest = new Latest();
        return new ClientConnection(ClientChannels.open(endpoint, options, latest), latest);
    }

    ManagedChannel channel() {
        return channel;
    }

    /** The socket that carries calls now; null when none does. */
    @Nullable Channel socket() {
        return latest.socket;
    }

    /** Remembers the socket that gRPC connected last, because gRPC does not report it. */
    @Sharable
    static final class Latest extends ChannelInboundHandlerAdapter {
        private volatile @Nullable Channel socket;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            socket = context.channel();
            context.fireChannelActive();
        }
    }
}
