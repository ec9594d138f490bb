package dev.hira.bench.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A way to a router that breaks when it is told to, and is there again at once. */
public final class Relay implements AutoCloseable {
    private final ServerSocketChannel door;
    private final UnixDomainSocketAddress router;
    private final Path path;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final ReentrantReadWriteLock answers = new ReentrantReadWriteLock();

    private Relay(ServerSocketChannel door, UnixDomainSocketAddress router, Path path) {
        this.door = door;
        this.router = router;
        this.path = path;
        Thread.ofVirtual().start(this::serve);
    }

    /** Starts a relay at a socket, before the router at another one. */
    public static Relay before(String uri, Path at) throws IOException {
        ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        door.bind(UnixDomainSocketAddress.of(at));
        return new Relay(door, UnixDomainSocketAddress.of(URI.create(uri).getPath()), at);
    }

    public String uri() {
        return "hira+unix://" + path;
    }

    /** Breaks all connections. */
    public void cut() {
        open.forEach(Relay::end);
        open.clear();
    }

    /**
     * Runs a task and meanwhile passes on no answers of the router. Afterwards passes on the
     * answers that have come meanwhile.
     */
    public void withoutAnswers(Runnable task) {
        answers.writeLock().lock();
        try {
            task.run();
        } finally {
            answers.writeLock().unlock();
        }
    }

    private void serve() {
        while (door.isOpen()) {
            try {
                SocketChannel guest = door.accept();
                SocketChannel up = SocketChannel.open(router);
                open.add(guest);
                open.add(up);
                Thread.ofPlatform().daemon().start(() -> pump(guest, up));
                Thread.ofPlatform().daemon().start(() -> pumpAnswers(up, guest));
            } catch (IOException closed) {
                cut();
            }
        }
    }

    private static void pump(SocketChannel from, SocketChannel to) {
        try (from;
                to) {
            Channels.newInputStream(from).transferTo(Channels.newOutputStream(to));
        } catch (IOException broken) {
            end(to);
        }
    }

    /** Passes on answers, except while {@link #withoutAnswers} runs a task. */
    private void pumpAnswers(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
        try (from;
                to) {
            while (from.read(buffer.clear()) >= 0) {
                answers.readLock().lock();
                try {
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        to.write(buffer);
                    }
                } finally {
                    answers.readLock().unlock();
                }
            }
        } catch (IOException broken) {
            end(to);
        }
    }

    private static void end(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
