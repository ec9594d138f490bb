package dev.hira.link.grpc;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps gRPC from writing a stack trace for each connection whose peer violates HTTP/2, and for
 * each host whose name is unknown. Links report such failures themselves.
 */
final class GrpcLog {
    /** Strong references, because java.util.logging drops loggers that nothing refers to. */
    private static final List<Logger> QUIET =
            List.of(
                    Logger.getLogger("io.grpc.netty.NettyServerTransport.connections"),
                    Logger.getLogger("io.grpc.netty.NettyServerTransport"),
                    Logger.getLogger("io.grpc.netty.NettyServerHandler"),
                    Logger.getLogger("io.grpc.internal.ManagedChannelImpl"));

    private GrpcLog() {}

    static void quieten() {
        QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    }
}
