package dev.hira.link.grpc.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts the links of known peers that a server has, against what it may have. */
public final class ServerLimits {
    private final int most;

    @GuardedBy("this")
    private int links;

    public ServerLimits(int most) {
        this.most = most;
    }

    /**
     * The largest message that gRPC itself takes. It answers a larger one by resetting the stream
     * without a word, so frames that are not far beyond the limit are let through to {@link
     * InboundMessage}, which refuses them in words.
     */
    public static int messageBytes(GrpcLimits limits) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * limits.frameBytes() + 4096);
    }

    /** Whether there are as many links as there may be. */
    public synchronized boolean isFull() {
        return links >= most;
    }

    public synchronized void openLink() {
        links++;
    }

    public synchronized void closeLink() {
        links--;
    }

    public int most() {
        return most;
    }
}
