package dev.hira.wire.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Stands before a listening socket's acceptor: counts connections and closes those too many. */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    private final ServerLimits limits;
    private final GrpcLimits sizes;
    private final KeepAlive keepAlive;

    AcceptGate(ServerLimits limits, GrpcLimits sizes, KeepAlive keepAlive) {
        this.limits = limits;
        this.sizes = sizes;
        this.keepAlive = keepAlive;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel connection = (Channel) message;
        if (!limits.openSocket()) {
            connection.unsafe().closeForcibly();
            return;
        }
        connection.closeFuture().addListener(done -> limits.closeSocket());
        connection
                .pipeline()
                .addFirst(
                        new LivenessHandler(keepAlive),
                        new BulkHandler(sizes),
                        new ServerConnection());
        context.fireChannelRead(message);
    }
}
