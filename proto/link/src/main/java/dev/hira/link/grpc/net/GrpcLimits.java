package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * The limits of one end of a gRPC link: the sizes it refuses and the bytes it buffers.
 *
 * @param frameBytes the largest frame that is accepted
 * @param headBytes the most bytes of records in a frame
 * @param connections the most links at a time (servers only)
 * @param metadataBytes the most bytes of HTTP/2 headers of a call
 * @param handshake the time from connecting to a peer's first frame (servers only) or for
 *     connecting (clients only)
 * @param window HTTP/2's flow-control window: the bytes that a sender may send ahead of a slow
 *     reader
 * @param chunk the largest HTTP/2 frame that the peer may send, between 16 KiB and 16 MiB; the
 *     default fits a MiB of payload with its framing
 * @param unsent the unwritten bytes above which a link is not writable
 */
public record GrpcLimits(
        int frameBytes,
        int headBytes,
        int connections,
        int metadataBytes,
        Duration handshake,
        int window,
        int chunk,
        UnsentLimit unsent) {
    public static final GrpcLimits DEFAULT =
            new GrpcLimits(
                    16 << 20,
                    4 << 20,
                    1024,
                    8 << 10,
                    Duration.ofSeconds(5),
                    8 << 20,
                    (1 << 20) + (16 << 10),
                    UnsentLimit.ofTotal(Long.MAX_VALUE));

    public GrpcLimits {
        if (frameBytes < 1024 || headBytes < 1024 || headBytes > frameBytes) {
            throw new IllegalArgumentException(
                    "a frame of "
                            + frameBytes
                            + " bytes with up to "
                            + headBytes
                            + " of records is invalid: at least 1024 each, records within");
        }
        if (connections < 1 || metadataBytes < 1024 || window < 65_535) {
            throw new IllegalArgumentException(
                    "at least 1 connection, 1024 bytes of metadata, a window of 65535"
                            + " are needed");
        }
        if (chunk < 16 << 10 || chunk >= 16 << 20) {
            throw new IllegalArgumentException(
                    "an HTTP/2 frame of " + chunk + " bytes is not between 16 KiB and 16 MiB");
        }
        if (!handshake.isPositive()) {
            throw new IllegalArgumentException(
                    "the handshake needs a positive time, not " + handshake);
        }
    }

    public GrpcLimits withFrameBytes(int bytes) {
        return new GrpcLimits(
                bytes,
                Math.min(headBytes, bytes),
                connections,
                metadataBytes,
                handshake,
                window,
                chunk,
                unsent);
    }

    public GrpcLimits withHeadBytes(int bytes) {
        return new GrpcLimits(
                frameBytes, bytes, connections, metadataBytes, handshake, window, chunk, unsent);
    }

    public GrpcLimits withConnections(int count) {
        return new GrpcLimits(
                frameBytes, headBytes, count, metadataBytes, handshake, window, chunk, unsent);
    }

    public GrpcLimits withHandshake(Duration time) {
        return new GrpcLimits(
                frameBytes, headBytes, connections, metadataBytes, time, window, chunk, unsent);
    }

    public GrpcLimits withUnsent(UnsentLimit limit) {
        return new GrpcLimits(
                frameBytes, headBytes, connections, metadataBytes, handshake, window, chunk, limit);
    }

    public GrpcLimits withChunk(int bytes) {
        return new GrpcLimits(
                frameBytes,
                headBytes,
                connections,
                metadataBytes,
                handshake,
                window,
                bytes,
                unsent);
    }
}
