package dev.hira.wire.grpc;

import dev.hira.wire.Link;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server whose links a test takes, and loops for its clients. */
final class GrpcFixture implements AutoCloseable {
    /** A link that the server accepted. */
    record Accepted(Link link, PeerInfo peer) {}

    final EventLoops serverLoops;
    final EventLoops clientLoops;
    final GrpcLinkServer server;
    private final BlockingQueue<Accepted> accepted = new LinkedBlockingQueue<>();

    GrpcFixture(URI uri) throws Exception {
        this(uri, Transport.best(), GrpcLimits.DEFAULT);
    }

    GrpcFixture(URI uri, Transport transport, GrpcLimits limits) throws Exception {
        serverLoops = EventLoops.create(1, "test-server", transport);
        clientLoops = EventLoops.create(1, "test-client", transport);
        server =
                GrpcLinkServer.builder()
                        .listen(uri, "vm-1")
                        .eventLoops(serverLoops)
                        .limits(limits)
                        .onLink((link, peer) -> accepted.add(new Accepted(link, peer)))
                        .start();
    }

    LinkOptions options() {
        return LinkOptions.on(clientLoops.next());
    }

    Link connect() {
        return GrpcLinkClient.connect(server.uri(), options());
    }

    Accepted accepted() throws InterruptedException {
        Accepted next = accepted.poll(20, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no link was accepted");
        }
        return next;
    }

    @Override
    public void close() {
        server.close();
        clientLoops.close();
        serverLoops.close();
    }
}
