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
 * A pool of idle connections: a connection whose link ended in good order is kept for a while and
 * carries the next link to the same place on the same event loop. A connection carries one link at
 * a time, as {@link GrpcLinkClient} promises. Safe for use by any thread.
 *
 * <p>Opening and closing a connection through gRPC's channel costs both peers milliseconds of
 * processor time until their code is compiled, which is most of the cost of opening a session.
 */
public final class KeptConnections implements AutoCloseable {
    private final int most;
    private final Duration keep;

    @GuardedBy("this")
    private final Map<Key, Deque<Kept>> kept = new HashMap<>();

    @GuardedBy("this")
    private boolean closed;

    /**
     * @param most the number of connections to keep for one place and event loop
     * @param keep how long to keep an idle connection
     */
    public KeptConnections(int most, Duration keep) {
        this.most = most;
        this.keep = keep;
    }

    /**
     * Opens a link as {@link GrpcLinkClient#connect} does, on a kept connection if the pool has
     * one.
     */
    public Link connect(URI uri, LinkOptions options) {
        Endpoint endpoint = Endpoint.parse(uri);
        Key key = new Key(endpoint, options.withToken(""));
        return GrpcLinkClient.connect(uri, options, () -> connection(key, options));
    }

    private LinkConnection connection(Key key, LinkOptions options) {
        ClientConnection waiting = take(key);
        return new Returning(
                key, waiting == null ? ClientConnection.to(key.endpoint(), options) : waiting);
    }

    /** Closes idle connections; connections in use end with their links. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        kept.values().forEach(waiting -> waiting.forEach(Kept::end));
        kept.clear();
    }

    /** Returns a kept connection that is still alive; the peer may have closed others meanwhile. */
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

    /**
     * The key of the pool: the connection's target and all settings by which connections may
     * differ.
     */
    private record Key(Endpoint endpoint, LinkOptions options) {}

    /** A connection without a link. */
    private record Kept(ClientConnection connection, Future<?> expiry) {
        void end() {
            expiry.cancel(false);
            connection.channel().shutdownNow();
        }
    }

    /** A connection in use, which returns to the pool if it can. */
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
        public void done(boolean endedNormally) {
            if (endedNormally) {
                give(key, connection);
            } else {
                connection.channel().shutdownNow();
            }
        }
    }
}
