package dev.hira.link.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.LogThrottle;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.ReceiveBudget;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections at one place where a server listens. At the limit, a new connection replaces the
 * oldest one that carries no link of a known peer, so that silent peers keep no others out. Safe
 * for use by any thread.
 */
final class PeerConnections {
    private static final Logger LOG = LoggerFactory.getLogger(PeerConnections.class);

    private final PeerLimits limits;
    private final ReceiveBudget unknown;
    private final ReceiveBudget known;
    private final Supplier<ListenerInfo> place;
    private final LogThrottle refused;

    @GuardedBy("this")
    private final Set<PeerConnection> unused = new LinkedHashSet<>();

    /** Connections whose peers have not proven their identity yet, oldest first. */
    @GuardedBy("this")
    private final Set<PeerConnection> shaking = new LinkedHashSet<>();

    @GuardedBy("this")
    private int open;

    PeerConnections(
            PeerLimits limits,
            ReceiveBudget unknown,
            ReceiveBudget known,
            Supplier<ListenerInfo> place,
            LongSupplier clock) {
        this.limits = limits;
        this.unknown = unknown;
        this.known = known;
        this.place = place;
        this.refused = new LogThrottle(LOG, clock);
    }

    ReceiveBudget unknown() {
        return unknown;
    }

    ReceiveBudget known() {
        return known;
    }

    /** Registers a new connection; false when it must be closed at once. */
    boolean enter(PeerConnection connection) {
        PeerConnection oldest = null;
        synchronized (this) {
            if (open >= limits.connections()) {
                oldest = takeOldest();
                if (oldest == null) {
                    tellFull("a connection is refused");
                    return false;
                }
            }
            open++;
            unused.add(connection);
        }
        if (oldest != null) {
            tellFull("the oldest connection without a session is closed");
            oldest.displaced(full());
        }
        return true;
    }

    /** Notes that a connection has ended. */
    synchronized void leave(PeerConnection connection) {
        open--;
        unused.remove(connection);
        shaking.remove(connection);
    }

    /** Notes that a peer is to prove its identity; at the limit, the oldest such one is closed. */
    void handshakeBegins(PeerConnection connection) {
        PeerConnection oldest = null;
        synchronized (this) {
            shaking.add(connection);
            if (shaking.size() > limits.opening()) {
                oldest = shaking.iterator().next();
                shaking.remove(oldest);
            }
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    synchronized void handshakeEnds(PeerConnection connection) {
        shaking.remove(connection);
    }

    /** Logs that a peer is refused. */
    void tellRefused(@Nullable SocketAddress peer, String why) {
        refused.warn(
                "a connection from "
                        + named(peer)
                        + " to "
                        + place.get().uri()
                        + " is refused: "
                        + why);
    }

    /** Clients of Unix sockets have an address without text. */
    private static String named(@Nullable SocketAddress peer) {
        if (peer == null) {
            return "a peer that is gone";
        }
        String address = peer.toString();
        return address.isBlank() ? "a local process" : address;
    }

    synchronized void used(PeerConnection connection) {
        unused.remove(connection);
    }

    synchronized void unused(PeerConnection connection) {
        if (connection.isOpen()) {
            unused.add(connection);
        }
    }

    /** Closes a connection that was unused for too long. */
    Runnable expiring(PeerConnection connection) {
        return () -> {
            LOG.debug(
                    "a connection at {} without a session for {} is closed",
                    place.get().uri(),
                    limits.idle());
            connection.expired(limits.idle());
        };
    }

    /** Returns the number of connections. */
    synchronized int open() {
        return open;
    }

    @GuardedBy("this")
    private @Nullable PeerConnection takeOldest() {
        Iterator<PeerConnection> oldest = unused.iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        PeerConnection found = oldest.next();
        oldest.remove();
        return found;
    }

    private void tellFull(String what) {
        refused.warn(full() + ": " + what);
    }

    /** Returns the reason why it has no room. */
    String full() {
        return place.get().uri()
                + " has "
                + limits.connections()
                + " connections, which is its limit";
    }
}
