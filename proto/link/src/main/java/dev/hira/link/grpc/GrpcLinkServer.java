package dev.hira.link.grpc;

import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.net.ServerLimits;
import dev.hira.link.grpc.stream.ReceiveBudget;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Listens at any number of places and makes a link of every session's stream that is opened there.
 * Serves other gRPC services beside it.
 */
public final class GrpcLinkServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final List<Listener> listeners;

    private GrpcLinkServer(List<Listener> listeners) {
        this.listeners = listeners;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The places where the server listens, in the order in which they were asked for. */
    public List<ListenerInfo> listeners() {
        return listeners.stream().map(Listener::info).toList();
    }

    /** The first place where the server listens, as it was bound. */
    public URI uri() {
        return listeners.getFirst().info().uri();
    }

    /** How many links are open. */
    public int links() {
        return listeners.stream().mapToInt(Listener::links).sum();
    }

    /** How many connections there are, with links and without. */
    public int connections() {
        return listeners.stream().mapToInt(Listener::connections).sum();
    }

    /** Accepts no more links; those that are open go on. Socket files disappear. Idempotent. */
    public void stopAccepting() {
        listeners.forEach(Listener::stopAccepting);
    }

    /** Closes with a reason that tells of a shutdown. */
    @Override
    public void close() {
        close(new LinkStatus(Cause.UNAVAILABLE, "the server is shutting down"));
    }

    /**
     * Accepts no more, closes every link with a reason, and waits for at most three seconds until
     * they have ended. Not to be called on an event loop.
     */
    public void close(LinkStatus reason) {
        stopAccepting();
        listeners.forEach(listener -> listener.closeLinks(reason));
        listeners.forEach(listener -> listener.end(PATIENCE));
    }

    /** The settings of a server. */
    public static final class Builder {
        final List<BindableService> services = new ArrayList<>();
        final List<ServerInterceptor> interceptors = new ArrayList<>();
        GrpcLimits limits = GrpcLimits.DEFAULT;
        KeepAlive keepAlive = KeepAlive.DEFAULT;
        private final List<ListenerInfo> places = new ArrayList<>();
        private int socketMode = 0660;
        private @Nullable EventLoops loops;
        private @Nullable PeerLimits peers;
        private @Nullable LinkAcceptor acceptor;

        private Builder() {}

        /** Listens at {@code hira://host:port} (port 0: any) or {@code hira+unix:///path}. */
        public Builder listen(URI uri) {
            return listen(uri, null);
        }

        /** The same with a label that {@link PeerInfo} shows, such as the name of a VM. */
        public Builder listen(URI uri, @Nullable String label) {
            places.add(new ListenerInfo(uri, label));
            return this;
        }

        /** Who gets the links. */
        public Builder onLink(LinkAcceptor acceptor) {
            this.acceptor = acceptor;
            return this;
        }

        /** The threads that do the work; they outlive the server and are closed by their owner. */
        public Builder eventLoops(EventLoops loops) {
            this.loops = loops;
            return this;
        }

        /** Another service at the same places. It runs on the event loops and must not block. */
        public Builder service(BindableService service) {
            services.add(service);
            return this;
        }

        /** Sees every call, of sessions and other services. */
        public Builder interceptor(ServerInterceptor interceptor) {
            interceptors.add(interceptor);
            return this;
        }

        public Builder limits(GrpcLimits limits) {
            this.limits = limits;
            return this;
        }

        /** What unknown peers may do. Without this every peer is trusted. */
        public Builder peers(PeerLimits limits) {
            peers = limits;
            return this;
        }

        public Builder keepAlive(KeepAlive keepAlive) {
            this.keepAlive = keepAlive;
            return this;
        }

        /** The permissions of socket files, 0660 unless said otherwise. */
        public Builder socketMode(int mode) {
            socketMode = mode;
            return this;
        }

        /**
         * Binds and listens.
         *
         * @throws IOException when a place cannot be bound; then none is
         * @throws IllegalArgumentException when a URI is none of a place
         */
        public GrpcLinkServer start() throws IOException {
            if (places.isEmpty()) {
                throw new IllegalStateException("a server needs a place to listen at");
            }
            GrpcLog.quieten();
            ServerLimits counts = new ServerLimits(limits.connections());
            PeerLimits most = peers();
            ReceiveBudget unknown =
                    new ReceiveBudget("peers without a session", most.unknownBytes());
            ReceiveBudget known = new ReceiveBudget("all sessions", most.receivedBytes());
            List<Listener> all = new ArrayList<>();
            for (ListenerInfo place : places) {
                all.add(new Listener(place.uri(), place.label(), this, counts, unknown, known));
            }
            GrpcLinkServer server = new GrpcLinkServer(List.copyOf(all));
            try {
                for (Listener listener : all) {
                    listener.start(socketMode);
                }
            } catch (IOException e) {
                server.close();
                throw e;
            }
            return server;
        }

        /** What peers may make the server hold. */
        PeerLimits peers() {
            return peers == null ? PeerLimits.trusting(limits) : peers;
        }

        /** Whether links need not be trusted first. */
        boolean trustsPeers() {
            return peers == null;
        }

        LinkAcceptor acceptor() {
            return Objects.requireNonNull(acceptor, "a server needs a taker of its links");
        }

        EventLoops loops() {
            return Objects.requireNonNull(loops, "a server needs event loops");
        }
    }
}
