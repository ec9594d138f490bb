package dev.hira.link.grpc;

import dev.hira.link.grpc.net.Endpoint;
import io.grpc.ManagedChannel;
import java.net.URI;

/**
 * Makes channels to the other gRPC services that a {@link GrpcLinkServer} offers beside its links.
 */
public final class GrpcChannels {
    private GrpcChannels() {}

    /**
     * Returns a channel that connects at its first call. Its callbacks run on the options' event
     * loop; the caller shuts it down.
     *
     * @param uri {@code hira://host:port} or {@code hira+unix:///path}
     * @throws IllegalArgumentException when the URI has neither form
     */
    public static ManagedChannel open(URI uri, LinkOptions options) {
        return ClientChannels.open(Endpoint.parse(uri), options);
    }
}
