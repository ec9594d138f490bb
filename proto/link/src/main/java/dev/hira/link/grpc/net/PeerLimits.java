package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * Limits on the resources that peers may occupy at a server. A peer is unknown until {@link
 * dev.hira.link.Link#trust} is called for one of its links.
 *
 * @param connections the most connections at each place where the server listens; at the limit, a
 *     new one replaces the oldest unused one
 * @param calls the most concurrent gRPC calls on one connection
 * @param opening the most links of unknown peers at each place; at the limit, a new one replaces
 *     the oldest
 * @param firstMessageBytes the largest message of an unknown peer, and the most that a call to a
 *     service other than links may send
 * @param receivedBytes the most unread received bytes of all known peers together, partial messages
 *     included; unknown peers get an eighth of it
 * @param idle the time after which an unused connection is closed
 * @param onlyLinks whether only links count as use of a connection; otherwise any call does does
 */
public record PeerLimits(
        int connections,
        int calls,
        int opening,
        int firstMessageBytes,
        long receivedBytes,
        Duration idle,
        boolean onlyLinks) {
    private static final int SHARE_OF_UNKNOWN = 8;

    /** The number of full windows for which the received bytes have room. */
    private static final int WINDOWS = 64;

    /** The smallest window of a stream, HTTP/2's default. */
    private static final int LEAST_WINDOW = 65_535;

    /** Connections beyond those that carry links or are kept for others. */
    private static final int SPARE_CONNECTIONS = 64;

    public PeerLimits {
        if (connections < 1 || calls < 1 || opening < 1 || firstMessageBytes < 1024) {
            throw new IllegalArgumentException(
                    "at least 1 connection, 1 call, 1 link being opened and 1024 bytes for a first"
                            + " message are needed");
        }
        if (receivedBytes < firstMessageBytes || !idle.isPositive()) {
            throw new IllegalArgumentException(
                    "at least " + firstMessageBytes + " received bytes and some time are needed");
        }
    }

    /**
     * Returns limits for a place where every peer is known: only the number of connections is
     * limited.
     */
    public static PeerLimits trusting(GrpcLimits limits) {
        return new PeerLimits(
                2 * limits.connections() + SPARE_CONNECTIONS,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Duration.ofDays(10_000),
                false);
    }

    /** Returns these limits for a place where peers only open links. */
    public PeerLimits forOnlyLinks() {
        return new PeerLimits(
                connections, calls, opening, firstMessageBytes, receivedBytes, idle, true);
    }

    /** Returns these limits with another size for messages of unknown peers. */
    public PeerLimits withFirstMessageBytes(int bytes) {
        return new PeerLimits(
                connections,
                calls,
                opening,
                bytes,
                Math.max(receivedBytes, bytes),
                idle,
                onlyLinks);
    }

    /**
     * Returns the flow-control window with which a stream begins, at most this large, until its
     * peer is known.
     */
    public int firstWindow(int most) {
        return receivedBytes == Long.MAX_VALUE ? most : Math.min(LEAST_WINDOW, most);
    }

    /**
     * Returns the flow-control window of one stream beside few others, at most this large: many
     * peers may fill theirs at once.
     */
    public int window(int most) {
        return window(receivedBytes / WINDOWS, most);
    }

    /** Returns the flow-control window for a share of the memory, at most this large. */
    public static int window(long share, int most) {
        return Math.clamp(share, Math.min(LEAST_WINDOW, most), most);
    }

    /** Returns the limit on unread received bytes of all unknown peers. */
    public long unknownBytes() {
        return Math.max(firstMessageBytes, receivedBytes / SHARE_OF_UNKNOWN);
    }
}
