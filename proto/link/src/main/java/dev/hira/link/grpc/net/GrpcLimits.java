package dev.hira.link.grpc.net;

import java.time.Duration;

/**
 * What one end of a gRPC link refuses to exceed, and how much it keeps on the way.
 *
 * @param frameBytes the largest frame that is accepted
 * @param headBytes the most bytes of records in a frame
 * @param connections the most links at a time (servers only)
 * @param metadataBytes the most bytes of HTTP/2 headers of a call
 * @param handshake how long a peer may take from connecting to its first frame (servers only), and
 *     how long connecting may take (clients only)
 * @param window HTTP/2's flow-control window: what a sender may send ahead of a slow reader
 * @param chunk the largest HTTP/2 frame that the peer may send, between 16 KiB and 16 MiB; a MiB of
 *     payload with what surrounds it fits one unless said otherwise
 * @param unsent how many bytes may wait to be written before a link says that it is not writable
 */
public record GrpcLimits(
        int frameBytes,
        int headBytes,
        int connections,
        int metadataBytes,
        Duration handshake,
        int window,
        int chunk,
        int unsent) {
    public static final GrpcLimits DEFAULT =
            new GrpcLimits(
                    16 << 20,
                    4 << 20,
                    1024,
                    8 << 10,
                    Duration.ofSeconds(5),
                    8 << 20,
                    (1 << 20) + (16 << 10),
                    4 << 20);

    public GrpcLimits {
        if (frameBytes < 1024 || headBytes < 1024 || headBytes > frameBytes) {
            throw new IllegalArgumentException(
                    "a frame of "
                            + frameBytes
                            + " bytes with up to "
                            + headBytes
                            + " of records makes no sense: at least 1024 each, records within");
        }
        if (connections < 1 || metadataBytes < 1024 || window < 65_535 || unsent < 1024) {
            throw new IllegalArgumentException(
                    "at least 1 connection, 1024 bytes of metadata, a window of 65535 and 1024"
                            + " unsent bytes are needed");
        }
        if (chunk < 16 << 10 || chunk >= 16 << 20) {
            throw new IllegalArgumentException(
                    "an HTTP/2 frame of " + chunk + " bytes is none between 16 KiB and 16 MiB");
        }
        if (!handshake.isPositive()) {
            throw new IllegalArgumentException("the handshake needs some time: " + handshake);
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
