package dev.hira.wire.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts the links of known peers that a server has, against what it may have. */
final class ServerLimits {
    private final int most;

    @GuardedBy("this")
    private int links;

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

    /** Whether there are as many links as there may be. */
    synchronized boolean isFull() {
        return links >= most;
    }

    synchronized void openLink() {
        links++;
    }

    synchronized void closeLink() {
        links--;
    }

    int most() {
        return most;
    }
}
