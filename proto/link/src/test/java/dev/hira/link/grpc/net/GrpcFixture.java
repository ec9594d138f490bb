package dev.hira.link.grpc.net;

import dev.hira.link.Link;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.LinkOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A server that collects accepted links for a test, and event loops for clients. */
public final class GrpcFixture implements AutoCloseable {
    /** Long enough that a busy machine is not taken for a vanished peer. */
    public static final KeepAlive PATIENT =
            new KeepAlive(Duration.ofSeconds(5), Duration.ofSeconds(115));

    public static final GrpcLimits LIMITS = GrpcLimits.DEFAULT.withHandshake(Duration.ofMinutes(2));

    /** Returns a link that the server accepted. */
    public record Accepted(Link link, PeerInfo peer) {}

    final EventLoops serverLoops;
    final EventLoops clientLoops;
    public final GrpcLinkServer server;
    private final BlockingQueue<Accepted> accepted = new LinkedBlockingQueue<>();

    public GrpcFixture(URI uri) throws Exception {
        this(uri, Transport.best(), LIMITS);
    }

    public GrpcFixture(URI uri, Transport transport, GrpcLimits limits) throws Exception {
        this(uri, transport, limits, PATIENT);
    }

    public GrpcFixture(URI uri, Transport transport, GrpcLimits limits, KeepAlive keepAlive)
            throws Exception {
        this(uri, transport, limits, keepAlive, builder -> builder);
    }

    /** Starts a server with further settings. */
    public GrpcFixture(URI uri, UnaryOperator<GrpcLinkServer.Builder> settings) throws Exception {
        this(uri, Transport.best(), LIMITS, PATIENT, settings);
    }

    /** Starts a server with limits for unknown peers. */
    GrpcFixture(URI uri, PeerLimits peers) throws Exception {
        this(uri, builder -> builder.peers(peers));
    }

    private GrpcFixture(
            URI uri,
            Transport transport,
            GrpcLimits limits,
            KeepAlive keepAlive,
            UnaryOperator<GrpcLinkServer.Builder> settings)
            throws Exception {
        serverLoops = EventLoops.create(1, "test-server", transport);
        clientLoops = EventLoops.create(1, "test-client", transport);
        GrpcLinkServer.Builder builder =
                GrpcLinkServer.builder()
                        .listen(uri, "vm-1")
                        .eventLoops(serverLoops)
                        .limits(limits)
                        .keepAlive(keepAlive)
                        .onLink((link, peer) -> accepted.add(new Accepted(link, peer)));
        server = settings.apply(builder).start();
    }

    public LinkOptions options() {
        return LinkOptions.on(clientLoops.next()).withKeepAlive(PATIENT).withLimits(LIMITS);
    }

    public Link connect() {
        return GrpcLinkClient.connect(server.uri(), options());
    }

    public Accepted accepted() throws InterruptedException {
        Accepted next = accepted.poll(120, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no link was accepted");
        }
        return next;
    }

    /** Waits until a time has passed in which the server's event loop has done what was due. */
    public void afterOnServer(Duration time) throws Exception {
        serverLoops.next().schedule(() -> {}, time.toNanos(), TimeUnit.NANOSECONDS).get();
    }

    @Override
    public void close() {
        server.close();
        clientLoops.close();
        serverLoops.close();
    }
}
