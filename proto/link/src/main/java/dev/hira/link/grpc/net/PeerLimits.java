package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * What the peers of a server may make it hold. A peer is unknown until {@link
 * dev.hira.link.Link#trust()} is called for one of its links.
 *
 * @param connections at each place where the server listens; when they are reached, a new one takes
 *     the place of the oldest one that is not in use
 * @param calls gRPC calls at a time on one connection
 * @param opening links of unknown peers at each place; when they are reached, a new one takes the
 *     place of the oldest
 * @param firstMessageBytes the largest message of an unknown peer, and all that a call to another
 *     service than links may send
 * @param receivedBytes what was received of all known peers and not read yet, half messages
 *     included; unknown peers have an eighth as much
 * @param idle after so long a connection that is not in use is closed
 * @param onlyLinks whether a connection is in use only while it carries a link; otherwise any call
 *     does
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

    /** Where every peer is known: nothing is limited but the number of connections. */
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

    /** The same, for a place where peers have nothing to do but open links. */
    public PeerLimits forOnlyLinks() {
        return new PeerLimits(
                connections, calls, opening, firstMessageBytes, receivedBytes, idle, true);
    }

    /** The same, with another size for messages of unknown peers. */
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

    /** What was received of all unknown peers and not read yet. */
    public long unknownBytes() {
        return Math.max(firstMessageBytes, receivedBytes / SHARE_OF_UNKNOWN);
    }
}
