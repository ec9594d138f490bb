package dev.hira.e2e.links;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A proxy on the loopback interface, before a router's Unix socket, that cuts connections. */
public final class CuttingProxy implements AutoCloseable {
    /** The ways to cut a connection. */
    public enum Cut {
        /** Both ends learn of it at once, by a reset. */
        RESET,
        /** After some more bytes from the guest, in the middle of a frame. */
        AFTER_BYTES_DOWN,
        /** After some more bytes from the router. */
        AFTER_BYTES_UP,
        /** The guest alone learns of it; the router's end stays open and silent. */
        HALF_OPEN
    }

    private static final int BUFFER = 64 << 10;

    private final ServerSocketChannel server;
    private final UnixDomainSocketAddress router;
    private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

    /** The router's ends of connections that are half open; they stay so. */
    private final Queue<SocketChannel> halfOpen = new ConcurrentLinkedQueue<>();

    private final AtomicInteger cuts = new AtomicInteger();
    private volatile boolean reachable = true;
    private volatile Consumer<Connection> lifetimes = connection -> {};

    private CuttingProxy(ServerSocketChannel server, UnixDomainSocketAddress router) {
        this.server = server;
        this.router = router;
        Thread.ofVirtual().start(this::accept);
    }

    /** Starts a proxy before the router at a Unix socket. */
    public static CuttingProxy before(String routerUri) {
        try {
            ServerSocketChannel server = ServerSocketChannel.open();
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new CuttingProxy(
                    server, UnixDomainSocketAddress.of(URI.create(routerUri).getPath()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the address for guests. */
    public String uri() {
        try {
            return "hira://127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts the present connections, the late kinds after a number of bytes. */
    public void cut(Cut how, long bytes) {
        connections.forEach(connection -> connection.cut(how, bytes));
    }

    /**
     * Lets every connection from now on break after a random number of bytes from the guest, or
     * another one from the router, whichever passes first.
     */
    public void breakAll(long seed, int least, int most) {
        // Neighbouring small seeds begin with equal numbers.
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        lifetimes =
                connection -> {
                    connection.cut(Cut.AFTER_BYTES_DOWN, random.nextInt(least, most));
                    connection.cut(Cut.AFTER_BYTES_UP, random.nextInt(least, most));
                };
        cut(Cut.RESET, 0);
    }

    /** Lets connections live from now on. */
    public void letLive() {
        lifetimes = connection -> {};
    }

    /** Sets whether new connections are accepted; otherwise they are reset at once. */
    public void reachable(boolean now) {
        reachable = now;
    }

    /** Returns the number of connections that were cut. */
    public int cuts() {
        return cuts.get();
    }

    /** Returns the number of present connections. */
    public int connections() {
        return connections.size();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel guest = server.accept();
                if (reachable) {
                    connect(guest);
                } else {
                    reset(guest);
                }
            }
        } catch (IOException e) {
            return; // the proxy is closed
        }
    }

    private void connect(SocketChannel guest) throws IOException {
        SocketChannel up = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            up.connect(router);
        } catch (IOException e) {
            up.close();
            reset(guest);
            return;
        }
        guest.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Connection connection = new Connection(guest, up);
        connections.add(connection);
        lifetimes.accept(connection);
        Thread.ofVirtual().start(() -> connection.pump(guest, up, connection.downLeft));
        Thread.ofVirtual().start(() -> connection.pump(up, guest, connection.upLeft));
    }

    private static void reset(SocketChannel socket) {
        try {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            socket.close();
        } catch (IOException e) {
            return; // closed already
        }
    }

    private static void end(@Nullable SocketChannel socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(Connection::end);
        halfOpen.forEach(CuttingProxy::end);
    }

    /** A guest's connection and the one that continues it to the router. */
    private final class Connection {
        private final SocketChannel guest;
        private final SocketChannel router;
        private final AtomicLong downLeft = new AtomicLong(Long.MAX_VALUE);
        private final AtomicLong upLeft = new AtomicLong(Long.MAX_VALUE);

        Connection(SocketChannel guest, SocketChannel router) {
            this.guest = guest;
            this.router = router;
        }

        void cut(Cut how, long bytes) {
            switch (how) {
                case RESET -> sever();
                case AFTER_BYTES_DOWN -> downLeft.set(bytes);
                case AFTER_BYTES_UP -> upLeft.set(bytes);
                case HALF_OPEN -> {
                    cuts.incrementAndGet();
                    connections.remove(this);
                    halfOpen.add(router);
                    reset(guest);
                }
            }
        }

        private void sever() {
            if (connections.remove(this)) {
                cuts.incrementAndGet();
                reset(guest);
                CuttingProxy.end(router);
            }
        }

        private void end() {
            reset(guest);
            CuttingProxy.end(router);
        }

        private void pump(SocketChannel from, SocketChannel to, AtomicLong left) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
            try {
                while (from.read(buffer.clear()) >= 0) {
                    buffer.flip();
                    long allowed = left.get();
                    boolean last = buffer.remaining() >= allowed;
                    if (last) {
                        buffer.limit((int) Math.max(0, allowed));
                    } else if (allowed != Long.MAX_VALUE) {
                        left.addAndGet(-buffer.remaining());
                    }
                    while (buffer.hasRemaining()) {
                        to.write(buffer);
                    }
                    if (last) {
                        sever();
                        return;
                    }
                }
                ended();
            } catch (IOException e) {
                ended();
            }
        }

        /** Ends both connections, as one end did, unless the router's is to stay half open. */
        private void ended() {
            if (connections.remove(this)) {
                CuttingProxy.end(guest);
                CuttingProxy.end(router);
            }
        }
    }
}
