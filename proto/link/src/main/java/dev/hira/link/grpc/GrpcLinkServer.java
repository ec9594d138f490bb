package dev.hira.link.grpc;

import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.net.ServerLimits;
import dev.hira.link.grpc.stream.ReceiveBudget;
import dev.hira.link.grpc.tls.TlsIdentity;
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
 * Listens at any number of places and makes a link of every session stream that a peer opens there.
 * Serves other gRPC services beside it.
 */
public final class GrpcLinkServer implements AutoCloseable {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final List<Listener> listeners;

    private GrpcLinkServer(List<Listener> listeners) {
        this.listeners = listeners;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the places where the server listens, in the order of the calls to the builder. */
    public List<ListenerInfo> listeners() {
        return listeners.stream().map(Listener::info).toList();
    }

    /** Returns the first place where the server listens, as it was bound. */
    public URI uri() {
        return listeners.getFirst().info().uri();
    }

    /** Returns the number of open links. */
    public int links() {
        return listeners.stream().mapToInt(Listener::links).sum();
    }

    /** Returns the number of connections, with and without links. */
    public int connections() {
        return listeners.stream().mapToInt(Listener::connections).sum();
    }

    /** Stops accepting links; open links continue. Removes socket files. Idempotent. */
    public void stopAccepting() {
        listeners.forEach(Listener::stopAccepting);
    }

    /** Closes with the reason that the server is shutting down. */
    @Override
    public void close() {
        close(new LinkStatus(Cause.UNAVAILABLE, "the server is shutting down"));
    }

    /**
     * Stops accepting, closes every link with a reason, and waits at most three seconds for them to
     * end. Must not be called on an event loop.
     */
    public void close(LinkStatus reason) {
        stopAccepting();
        listeners.forEach(listener -> listener.closeLinks(reason));
        listeners.forEach(listener -> listener.end(STOP_TIMEOUT));
    }

    /** The settings of a server. */
    public static final class Builder {
        final List<BindableService> services = new ArrayList<>();
        final List<ServerInterceptor> interceptors = new ArrayList<>();
        GrpcLimits limits = GrpcLimits.DEFAULT;
        KeepAlive keepAlive = KeepAlive.DEFAULT;
        PeerAdmission admission = PeerAdmission.ANY;
        @Nullable TlsIdentity tls;
        private final List<ListenerInfo> places = new ArrayList<>();
        private int socketMode = 0660;
        private @Nullable EventLoops loops;
        private @Nullable PeerLimits peers;
        private @Nullable LinkAcceptor acceptor;

        private Builder() {}

        /**
         * Listens at {@code hira://host:port} (port 0: any), {@code hira+tls://host:port}, which
         * needs {@link #tls}, or {@code hira+unix:///path}.
         */
        public Builder listen(URI uri) {
            return listen(uri, null);
        }

        /**
         * Listens at a place with a label that {@link PeerInfo} shows, such as the name of a VM.
         */
        public Builder listen(URI uri, @Nullable String label) {
            places.add(new ListenerInfo(uri, label));
            return this;
        }

        /** Sets the acceptor that receives the links. */
        public Builder onLink(LinkAcceptor acceptor) {
            this.acceptor = acceptor;
            return this;
        }

        /** Sets the event loops. They outlive the server; their owner closes them. */
        public Builder eventLoops(EventLoops loops) {
            this.loops = loops;
            return this;
        }

        /**
         * Adds another service at the same places. It runs on the event loops and must not block.
         */
        public Builder service(BindableService service) {
            services.add(service);
            return this;
        }

        /** Adds an interceptor that sees every call, to sessions and to other services. */
        public Builder interceptor(ServerInterceptor interceptor) {
            interceptors.add(interceptor);
            return this;
        }

        public Builder limits(GrpcLimits limits) {
            this.limits = limits;
            return this;
        }

        /** Sets this process's certificate, for addresses with TLS. */
        public Builder tls(@Nullable TlsIdentity identity) {
            tls = identity;
            return this;
        }

        /** Sets which peers may connect; the default is all. */
        public Builder admit(PeerAdmission admission) {
            this.admission = admission;
            return this;
        }

        /** Limits unknown peers. Without this call every peer is trusted. */
        public Builder peers(PeerLimits limits) {
            peers = limits;
            return this;
        }

        public Builder keepAlive(KeepAlive keepAlive) {
            this.keepAlive = keepAlive;
            return this;
        }

        /** Sets the permissions of socket files; the default is 0660. */
        public Builder socketMode(int mode) {
            socketMode = mode;
            return this;
        }

        /**
         * Binds and listens.
         *
         * @throws IOException when a place cannot be bound; then no place stays bound
         * @throws IllegalArgumentException when a URI has none of the forms of a place
         */
        public GrpcLinkServer start() throws IOException {
            if (places.isEmpty()) {
                throw new IllegalStateException(
                        "a server needs a place to listen at: call listen first");
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

        /** Returns the limits on the memory and connections that peers may occupy. */
        PeerLimits peers() {
            return peers == null ? PeerLimits.trusting(limits) : peers;
        }

        /** Returns whether every link counts as trusted from the start. */
        boolean trustsPeers() {
            return peers == null;
        }

        LinkAcceptor acceptor() {
            return Objects.requireNonNull(acceptor, "a server needs an acceptor for its links");
        }

        EventLoops loops() {
            return Objects.requireNonNull(loops, "a server needs event loops");
        }
    }
}
