package dev.hira.link.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a server accepted. Registers itself while it reads, so that a call which begins
 * then can find its connection and event loop; gRPC does not report them.
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {
    private static final FastThreadLocal<@Nullable Channel> READING = new FastThreadLocal<>();

    /** The connection that this event loop is reading from; null outside of reading. */
    static @Nullable Channel reading() {
        return READING.get();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel before = READING.get();
        READING.set(context.channel());
        try {
            context.fireChannelRead(message);
        } finally {
            READING.set(before);
        }
    }
}
