package dev.hira.link.grpc.net;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts a server's links of known peers against their limit. */
public final class ServerLimits {
    private final int most;

    @GuardedBy("this")
    private int links;

    public ServerLimits(int most) {
        this.most = most;
    }

    /**
     * The largest message that gRPC itself accepts. gRPC resets the stream of a larger one without
     * a reason, so frames slightly above the limit are let through to {@link InboundMessage}, which
     * refuses them with a text.
     */
    public static int messageBytes(GrpcLimits limits) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * limits.frameBytes() + 4096);
    }

    /** Returns whether the number of links has reached the limit. */
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
