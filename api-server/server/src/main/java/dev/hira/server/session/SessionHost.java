package dev.hira.server.session;

import dev.hira.base.SharedBudget;
import dev.hira.link.Link;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.host.DriverHost;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.Traffic;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** All sessions of a server. Safe for any number of threads. */
public final class SessionHost {
    private final Settings settings;
    private final List<DriverHost<?>> hosts;
    private final CallThreads threads;
    private final @Nullable RingPollers pollers;
    private final SessionMeters meters;
    private final VmTraffics vms;
    private final SharedBudget received;
    private final PrintLog printed;
    private final Set<RouterConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger();
    private final Object ended = new Object();
    private volatile boolean draining;

    /**
     * What holds for sessions.
     *
     * @param server the server's name
     * @param sessions at most, at a time
     * @param mapsMemory whether arenas that the router offers are mapped
     * @param rings what holds for rings
     * @param totals of all sessions
     */
    public record Settings(
            String server,
            int sessions,
            boolean mapsMemory,
            SessionLimits limits,
            RingSettings rings,
            Totals totals) {
        /** Settings with the usual totals. */
        public Settings(
                String server,
                int sessions,
                boolean mapsMemory,
                SessionLimits limits,
                RingSettings rings) {
            this(server, sessions, mapsMemory, limits, rings, Totals.usual());
        }
    }

    /**
     * @param pollers serve rings; null: no rings are used
     */
    public SessionHost(
            Settings settings,
            List<DriverHost<?>> hosts,
            CallThreads threads,
            @Nullable RingPollers pollers,
            MeterRegistry registry) {
        this.settings = settings;
        this.hosts = List.copyOf(hosts);
        this.threads = threads;
        this.pollers = pollers;
        this.meters = new SessionMeters(registry, this::sessions);
        this.vms = new VmTraffics(meters);
        this.received =
                new SharedBudget(
                        settings.totals().inFlightBytes(), settings.limits().inFlightBytes());
        this.printed = new PrintLog(settings.totals(), System::nanoTime, SessionLog::printed);
    }

    /**
     * Takes a link on which a session may begin, and starts it.
     *
     * @param peer who is at the other end, for people
     */
    public void accept(Link link, String peer) {
        if (draining) {
            link.close(new LinkStatus(Cause.UNAVAILABLE, settings.server() + " is shutting down"));
            return;
        }
        RouterConnection connection = new RouterConnection(this, link, peer);
        connections.add(connection);
        link.start(connection);
    }

    /** How many sessions are open. */
    public int sessions() {
        return places.get();
    }

    /** What the sessions of each VM did. */
    public Map<String, VmActivity> vmUses() {
        return vms.uses();
    }

    /** How many sessions see a device. */
    public int sessionsOn(DriverHost<?> host, int ordinal) {
        int count = 0;
        for (RouterConnection connection : connections) {
            ServerSession session = connection.session();
            if (session != null && session.sees(host, ordinal)) {
                count++;
            }
        }
        return count;
    }

    /** The bytes that all sessions have received and not yet worked on. */
    public long receivedBytes() {
        return received.used();
    }

    /** Takes no more sessions. */
    public void drain() {
        draining = true;
    }

    public boolean isDraining() {
        return draining;
    }

    /** Waits until no session is left, for so long at most; false if some are. */
    public boolean awaitEmpty(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        synchronized (ended) {
            while (!connections.isEmpty()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(ended, left);
            }
        }
        return true;
    }

    /** Ends all sessions that are left. */
    public void closeAll(LinkStatus reason) {
        for (RouterConnection connection : new ArrayList<>(connections)) {
            connection.close(reason);
        }
    }

    @Override
    public String toString() {
        return "sessions" + connections;
    }

    // --- for connections
    // ------------------------------------------------------------------------------------------------

    Settings settings() {
        return settings;
    }

    List<DriverHost<?>> hosts() {
        return hosts;
    }

    CallThreads threads() {
        return threads;
    }

    @Nullable RingPollers pollers() {
        return pollers;
    }

    SessionMeters meters() {
        return meters;
    }

    VmTraffics vms() {
        return vms;
    }

    Traffic traffic() {
        return meters;
    }

    /** A part in the bytes that are received and not yet worked on. */
    SharedBudget.Part newReceived() {
        return received.newPart();
    }

    /** The log of what kernels print. */
    PrintLog printed() {
        return printed;
    }

    /** Takes one of the places for sessions; false when all are taken. */
    boolean takePlace() {
        int taken = places.incrementAndGet();
        if (taken > settings.sessions()) {
            places.decrementAndGet();
            return false;
        }
        return true;
    }

    void givePlace() {
        places.decrementAndGet();
    }

    /** A connection has released everything. */
    void gone(RouterConnection connection) {
        synchronized (ended) {
            connections.remove(connection);
            ended.notifyAll();
        }
    }
}
