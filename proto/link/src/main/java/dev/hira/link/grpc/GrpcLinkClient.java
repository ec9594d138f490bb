package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.Endpoint;
import dev.hira.link.grpc.stream.GrpcLink;
import io.grpc.Metadata;
import io.netty.channel.EventLoop;
import java.net.URI;
import java.util.function.Supplier;

/**
 * Opens links to a {@link GrpcLinkServer}. Each link has its own connection while it lasts, so that
 * no session can use up another's flow-control window; {@link KeptConnections} reuse connections.
 */
public final class GrpcLinkClient {
    /** The header that carries {@link LinkOptions#token}. */
    static final Metadata.Key<String> TOKEN =
            Metadata.Key.of("hira-token", Metadata.ASCII_STRING_MARSHALLER);

    private GrpcLinkClient() {}

    /**
     * Opens a link without waiting: frames sent before the connection exists are kept, and the
     * handler learns of a connection that fails.
     *
     * @param uri {@code hira://host:port} or {@code hira+unix:///path}
     * @throws IllegalArgumentException when the URI has neither form
     */
    public static Link connect(URI uri, LinkOptions options) {
        Endpoint endpoint = Endpoint.parse(uri);
        return connect(
                uri, options, () -> LinkConnection.once(ClientConnection.to(endpoint, options)));
    }

    /**
     * Opens a link.
     *
     * @param connections gives connections without a link
     */
    static Link connect(URI uri, LinkOptions options, Supplier<LinkConnection> connections) {
        EventLoop loop = options.eventLoop();
        ClientPort port =
                new ClientPort(connections, headers(options), uri.toString(), options.limits());
        GrpcLink link = new GrpcLink(loop, uri.toString(), port, false);
        if (loop.inEventLoop()) {
            port.start(link);
        } else {
            loop.execute(() -> port.start(link));
        }
        return link;
    }

    private static Metadata headers(LinkOptions options) {
        Metadata headers = new Metadata();
        if (!options.token().isEmpty()) {
            headers.put(TOKEN, options.token());
        }
        return headers;
    }
}
