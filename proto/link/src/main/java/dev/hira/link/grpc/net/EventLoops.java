package dev.hira.link.grpc.net;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The threads that do all of a process's network work: a fixed number of event loops, shared by
 * servers and clients. A link lives on one of them. Uses epoll where available.
 */
public final class EventLoops implements AutoCloseable {
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(5);

    private final EventLoopGroup group;
    private final Transport transport;

    private EventLoops(EventLoopGroup group, Transport transport) {
        this.group = group;
        this.transport = transport;
    }

    /**
     * Starts event loops.
     *
     * @param threads the number of loops; 1 serves very many sessions
     * @param name the prefix of the threads' names
     */
    public static EventLoops create(int threads, String name) {
        return create(threads, name, Transport.best());
    }

    static EventLoops create(int threads, String name, Transport transport) {
        var factory = new DefaultThreadFactory(name, true);
        return new EventLoops(
                new MultiThreadIoEventLoopGroup(threads, factory, transport.ioHandlers()),
                transport);
    }

    /** Returns the next loop, in turn. */
    public EventLoop next() {
        return group.next();
    }

    /** Returns the clock by which the loops run their scheduled tasks. */
    public LongSupplier clock() {
        return clockOf(group.iterator().next());
    }

    /** Returns the clock by which a loop runs its scheduled tasks. */
    public static LongSupplier clockOf(EventExecutor loop) {
        return ((AbstractScheduledEventExecutor) loop).ticker()::nanoTime;
    }

    public EventLoopGroup group() {
        return group;
    }

    public Transport transport() {
        return transport;
    }

    /** Stops the threads after their present work; waits at most five seconds. */
    @Override
    public void close() {
        var stopped =
                group.shutdownGracefully(0, SHUTDOWN_LIMIT.toMillis() / 2, TimeUnit.MILLISECONDS);
        stopped.awaitUninterruptibly(SHUTDOWN_LIMIT.toMillis());
    }
}
