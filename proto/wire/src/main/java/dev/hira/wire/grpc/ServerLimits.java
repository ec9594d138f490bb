package dev.hira.wire.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts what a server has open, against what it may have. */
final class ServerLimits {
    /**
     * Connections beyond those that carry links or are kept for others: for the admin service, and
     * to refuse links in words.
     */
    private static final int SPARE_CONNECTIONS = 64;

    private final int most;

    @GuardedBy("this")
    private int links;

    @GuardedBy("this")
    private int sockets;

    ServerLimits(int most) {
        this.most = most;
    }

    /**
     * The largest message that gRPC itself takes. It answers a larger one by resetting the stream
     * without a word, so frames that are not far beyond the limit are let through to {@link
     * InboundMessage}, which refuses them in words.
     */
    static int messageBytes(GrpcLimits limits) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * limits.frameBytes() + 4096);
    }

    synchronized boolean openLink() {
        boolean allowed = links < most;
        links += allowed ? 1 : 0;
        return allowed;
    }

    synchronized void closeLink() {
        links--;
    }

    synchronized boolean openSocket() {
        boolean allowed = sockets < 2L * most + SPARE_CONNECTIONS;
        sockets += allowed ? 1 : 0;
        return allowed;
    }

    synchronized void closeSocket() {
        sockets--;
    }

    int most() {
        return most;
    }
}
