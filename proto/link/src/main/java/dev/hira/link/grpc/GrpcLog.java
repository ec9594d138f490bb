package dev.hira.link.grpc;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps gRPC from writing a stack trace for each connection on which a peer does not speak HTTP/2
 * as it should. Links report what ends them by themselves.
 */
final class GrpcLog {
    /** Kept here, because the logging of the platform forgets loggers that nothing refers to. */
    private static final List<Logger> QUIET =
            List.of(
                    Logger.getLogger("io.grpc.netty.NettyServerTransport.connections"),
                    Logger.getLogger("io.grpc.netty.NettyServerTransport"),
                    Logger.getLogger("io.grpc.netty.NettyServerHandler"));

    private GrpcLog() {}

    static void quieten() {
        QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    }
}
