package dev.hira.server.testing;

import dev.hira.link.local.LocalLinks;
import dev.hira.link.ring.RingSettings;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.session.SessionHost;
import dev.hira.server.session.Totals;
import dev.hira.server.work.CallThreads;
import dev.hira.wire.LinkStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server of the toy API without its own process, and the guests connected to it. */
public final class ToyRig implements AutoCloseable {
    public static final SessionLimits LIMITS =
            new SessionLimits(1 << 20, 1 << 18, 1000, 8, 1000, 1 << 20, 1 << 20, 64 << 10);

    public final ToyHost host = new ToyHost();
    public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    public final SessionHost server;
    private final ExecutorService home = Executors.newSingleThreadExecutor(daemon("home"));
    private final ExecutorService guests = Executors.newSingleThreadExecutor(daemon("guest"));
    private final ExecutorService workers = Executors.newCachedThreadPool(daemon("worker"));
    private final ExecutorService lanes = Executors.newCachedThreadPool(daemon("lane"));

    public ToyRig() {
        this(LIMITS, 64);
    }

    public ToyRig(SessionLimits limits, int sessions) {
        this(limits, sessions, Totals.usual());
    }

    public ToyRig(SessionLimits limits, int sessions, Totals totals) {
        server =
                new SessionHost(
                        new SessionHost.Settings(
                                "toy", sessions, true, limits, RingSettings.DEFAULT, totals),
                        host,
                        new CallThreads(
                                workers,
                                lanes,
                                CompletableFuture.delayedExecutor(
                                        CallThreads.BEAT_MILLIS, TimeUnit.MILLISECONDS)),
                        null,
                        registry,
                        System::nanoTime);
    }

    private static java.util.concurrent.ThreadFactory daemon(String name) {
        return task -> Thread.ofPlatform().daemon().name("rig-" + name).unstarted(task);
    }

    /** Connects a guest without a session. */
    public ToyGuest connect() {
        return connect(LocalLinks.DEFAULT_CAPACITY);
    }

    public ToyGuest connect(int capacity) {
        LocalLinks.Pair pair = LocalLinks.pair(guests, home, capacity);
        server.accept(pair.second(), "test");
        return new ToyGuest(pair.first());
    }

    /** Connects a guest and opens a session. */
    public ToyGuest session() {
        ToyGuest guest = connect();
        guest.open();
        return guest;
    }

    /** Returns the driver of the session opened last. */
    public ToyHost.OneProcess process() {
        return host.processes.getLast();
    }

    /** Waits until no session is left. */
    public boolean awaitEmpty() {
        try {
            return server.awaitEmpty(TimeUnit.SECONDS.toNanos(120));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.closeAll(LinkStatus.NORMAL);
        awaitEmpty();
        home.shutdown();
        guests.shutdown();
        workers.shutdown();
        lanes.shutdown();
    }
}
