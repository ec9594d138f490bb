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

/** A way to a process that breaks when it is told to, and is there again at once. */
public final class Relay implements AutoCloseable {
    private final ServerSocketChannel door;
    private final UnixDomainSocketAddress target;
    private final Path path;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final ReentrantReadWriteLock answers = new ReentrantReadWriteLock();

    private Relay(ServerSocketChannel door, UnixDomainSocketAddress target, Path path) {
        this.door = door;
        this.target = target;
        this.path = path;
        Thread.ofVirtual().start(this::serve);
    }

    /** Starts a relay at a socket, before the process that listens at another one. */
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
     * Runs a task and meanwhile passes on no answers of the process. Afterwards passes on the
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
                connect(door.accept());
            } catch (IOException closed) {
                cut();
            }
        }
    }

    private void connect(SocketChannel caller) {
        try {
            SocketChannel up = SocketChannel.open(target);
            open.add(caller);
            open.add(up);
            Thread.ofPlatform().daemon().start(() -> pump(caller, up));
            Thread.ofPlatform().daemon().start(() -> pumpAnswers(up, caller));
        } catch (IOException nobody) {
            end(caller);
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
