package dev.hira.guest;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.Link;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.KeptConnections;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.link.resume.Home;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumableLink.Redial;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.link.ring.Futex;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens links to routers. One thread does the network work of all sessions of this process. */
final class Connector {
    private Connector() {}

    static Link connect(HiraUri uri) {
        if (uri.request().memory() && uri.request().rings()) {
            Preparation.begin();
        }
        LinkOptions options = LinkOptions.on(Network.LOOPS.next()).withTls(Identities.of(uri));
        return new ResumableLink(
                Network.CONNECTIONS.connect(uri.endpoint(), options),
                Home.of(options.eventLoop()),
                ResumeLimits.DEFAULT,
                new Redial(
                        inTurn(uri, options),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        1 + uri.others().size()));
    }

    /** Returns a dialer of the router at which the session is, and of those to which it may go. */
    private static Supplier<Link> inTurn(HiraUri uri, LinkOptions options) {
        List<URI> all = new ArrayList<>(uri.others());
        all.addFirst(uri.endpoint());
        AtomicInteger next = new AtomicInteger();
        return () ->
                GrpcLinkClient.connect(
                        all.get(Math.floorMod(next.getAndIncrement(), all.size())), options);
    }

    /** The certificates of this process, which sessions with the same folder share. */
    private static final class Identities {
        private static final Map<Path, TlsClient> KNOWN = new ConcurrentHashMap<>();

        static @Nullable TlsClient of(HiraUri uri) {
            return uri.identity().map(Identities::in).orElse(null);
        }

        private static TlsClient in(Path folder) {
            return KNOWN.computeIfAbsent(
                    folder,
                    files -> new TlsClient(TlsIdentity.read(TlsFiles.in(files)), PeerRole.ROUTER));
        }
    }

    /** The event loop; starts with the first session over a network. */
    private static final class Network {
        static final EventLoops LOOPS = EventLoops.create(1, "hira-guest");

        /** Reuses connections of programs that open one session after another. */
        static final KeptConnections CONNECTIONS = new KeptConnections(4, Duration.ofSeconds(30));
    }

    /**
     * Starts linking the Linux calls that rings need while the connection is made, because linking
     * takes long in a fresh JVM.
     */
    private static final class Preparation {
        static {
            Thread.ofPlatform().daemon().name("hira-prepare").start(Futex::available);
        }

        static void begin() {
            // Loading the class links the calls once.
        }
    }
}
