package dev.hira.link.grpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.link.grpc.net.Endpoint;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.netty.channel.Channel;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections that wait for another link: one whose link ended in good order is kept for a while,
 * and carries the next link to the same place on the same event loop. A connection carries one link
 * at a time, as {@link GrpcLinkClient} promises. Safe for use by any thread.
 *
 * <p>Making and ending a connection with gRPC's channel costs both peers milliseconds of processor
 * time as long as their code is not compiled, which is most of what opening a session costs.
 */
public final class KeptConnections implements AutoCloseable {
    private final int most;
    private final Duration keep;

    @GuardedBy("this")
    private final Map<Key, Deque<Kept>> kept = new HashMap<>();

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param most how many are kept for one place and event loop
     * @param keep for how long
     */
    public KeptConnections(int most, Duration keep) {
        this.most = most;
        this.keep = keep;
    }

    /**
     * Opens a link as {@link GrpcLinkClient#connect} does, on a kept connection if there is one.
     */
    public Link connect(URI uri, LinkOptions options) {
        Endpoint endpoint = Endpoint.parse(uri);
        Key key = new Key(endpoint, options.withToken(""));
        ClientConnection waiting = take(key);
        ClientConnection connection =
                waiting == null ? ClientConnection.to(endpoint, options) : waiting;
        return GrpcLinkClient.connect(uri, options, new Returning(key, connection));
    }

    /** Closes what is kept; what is in use ends with its link. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        kept.values().forEach(waiting -> waiting.forEach(Kept::end));
        kept.clear();
    }

    /** One that is alive still: the peer may have closed it meanwhile. */
    private synchronized @Nullable ClientConnection take(Key key) {
        Deque<Kept> waiting = kept.getOrDefault(key, new ArrayDeque<>());
        while (!waiting.isEmpty()) {
            Kept latest = waiting.pop();
            if (latest.connection().channel().getState(false) == ConnectivityState.READY) {
                latest.expiry().cancel(false);
                return latest.connection();
            }
            latest.end();
        }
        kept.remove(key);
        return null;
    }

    private synchronized void give(Key key, ClientConnection connection) {
        Deque<Kept> waiting = kept.computeIfAbsent(key, k -> new ArrayDeque<>());
        if (closed || waiting.size() >= most || key.options().eventLoop().isShuttingDown()) {
            connection.channel().shutdownNow();
            return;
        }
        Future<?> expiry =
                key.options()
                        .eventLoop()
                        .schedule(
                                () -> expire(key, connection),
                                keep.toNanos(),
                                TimeUnit.NANOSECONDS);
        waiting.push(new Kept(connection, expiry));
    }

    private synchronized void expire(Key key, ClientConnection connection) {
        Deque<Kept> waiting = kept.get(key);
        if (waiting != null && waiting.removeIf(one -> one.connection().equals(connection))) {
            connection.channel().shutdownNow();
            if (waiting.isEmpty()) {
                kept.remove(key);
            }
        }
    }

    /** Where a connection leads, and all by which one may differ from another. */
    private record Key(Endpoint endpoint, LinkOptions options) {}

    /** A connection without a link. */
    private record Kept(ClientConnection connection, Future<?> expiry) {
        void end() {
            expiry.cancel(false);
            connection.channel().shutdownNow();
        }
    }

    /** A connection in use, which comes back if it can. */
    private final class Returning implements LinkConnection {
        private final Key key;
        private final ClientConnection connection;

        Returning(Key key, ClientConnection connection) {
            this.key = key;
            this.connection = connection;
        }

        @Override
        public ManagedChannel channel() {
            return connection.channel();
        }

        @Override
        public @Nullable Channel socket() {
            return connection.socket();
        }

        @Override
        public void done(boolean inOrder) {
            if (inOrder) {
                give(key, connection);
            } else {
                connection.channel().shutdownNow();
            }
        }
    }
}
