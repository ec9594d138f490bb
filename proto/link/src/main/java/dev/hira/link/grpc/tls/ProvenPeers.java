package dev.hira.link.grpc.tls;

import dev.hira.link.grpc.net.PeerIdentity;
import io.netty.channel.Channel;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections whose peers have proven their identities by certificates. Ends those whose
 * certificates are revoked. Thread-safe.
 */
final class ProvenPeers {
    private static final Logger LOG = LoggerFactory.getLogger(ProvenPeers.class);

    private final Set<Peer> open = ConcurrentHashMap.newKeySet();
    private final CopyOnWriteArrayList<Consumer<Revocation>> listeners =
            new CopyOnWriteArrayList<>();

    /**
     * A connection.
     *
     * @param chain the certificate of its peer, and those between it and the authority
     * @param whenRevoked ends the connection for a reason, soon and on the connection's own thread
     */
    private record Peer(
            Channel channel,
            List<X509Certificate> chain,
            PeerIdentity identity,
            Consumer<String> whenRevoked) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Peer peer && peer.channel.equals(channel);
        }

        @Override
        public int hashCode() {
            return channel.hashCode();
        }
    }

    /** Adds a listener, which is called on the thread that finds a revocation. */
    void listen(Consumer<Revocation> listener) {
        listeners.add(listener);
    }

    /** Adds a connection until it closes; ends it at once if its certificate is revoked already. */
    void add(
            Channel channel,
            List<X509Certificate> chain,
            PeerIdentity identity,
            PeerTrust trust,
            Consumer<String> whenRevoked) {
        Peer peer = new Peer(channel, chain, identity, whenRevoked);
        open.add(peer);
        channel.closeFuture().addListener(_ -> open.remove(peer));
        end(peer, trust);
    }

    /** Ends the connections whose certificates are revoked now. */
    void endRevoked(PeerTrust trust) {
        Map<PeerIdentity, Revocation> found = new LinkedHashMap<>();
        for (Peer peer : open) {
            end(peer, trust)
                    .ifPresent(why ->
                            found.merge(
                                    peer.identity(),
                                    new Revocation(peer.identity(), why, 1),
                                    Revocation::and));
        }
        found.values().forEach(this::tell);
    }

    private static Optional<String> end(Peer peer, PeerTrust trust) {
        Optional<String> why = trust.revocation(peer.chain());
        try {
            why.ifPresent(peer.whenRevoked());
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended, and its connections with it");
        }
        return why;
    }

    private void tell(Revocation one) {
        LOG.atWarn()
                .addKeyValue("peer", one.peer().text())
                .addKeyValue("connections", one.connections())
                .log("connections end: {}", one.why());
        listeners.forEach(listener -> listener.accept(one));
    }
}
