package dev.hira.server.session;

import dev.hira.base.SharedBudget;
import dev.hira.link.Link;
import dev.hira.link.grpc.net.LogThrottle;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.server.call.SessionBudgets;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.host.DriverHost;
import dev.hira.server.move.StateMoves;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.Traffic;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Resume;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** All sessions of a server. Safe for any number of threads. */
public final class SessionHost {
    private final Settings settings;
    private final DriverHost host;
    private final CallThreads threads;
    private final @Nullable RingPollers pollers;
    private final SessionMeters meters;
    private final StateMoves moves;
    private final VmTraffics vms;
    private final SharedBudget received;
    private final SharedBudget objects;
    private final SharedBudget awayCalls;
    private final LogThrottle refusals;
    private final LongSupplier clock;
    private final Set<RouterConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger();
    private final Object ended = new Object();
    private volatile boolean draining;

    /**
     * The settings that apply to all sessions.
     *
     * @param server the server's name
     * @param sessions the most sessions at a time
     * @param mapsMemory whether to map arenas that the router offers
     * @param rings the settings of rings
     * @param totals limits of all sessions together
     */
    public record Settings(
            String server,
            int sessions,
            boolean mapsMemory,
            SessionLimits limits,
            RingSettings rings,
            Totals totals) {
        /** Creates settings with the usual totals. */
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
     * Creates a host without sessions.
     *
     * @param pollers the threads that serve rings; null to use no rings
     * @param clock nanosecond clock
     */
    public SessionHost(
            Settings settings,
            DriverHost host,
            CallThreads threads,
            @Nullable RingPollers pollers,
            MeterRegistry registry,
            LongSupplier clock) {
        this.settings = settings;
        this.host = host;
        this.threads = threads;
        this.pollers = pollers;
        this.clock = clock;
        this.meters = new SessionMeters(registry, this::sessions);
        this.moves = new StateMoves(threads.lanes(), registry, clock);
        this.vms = new VmTraffics(meters);
        this.received =
                new SharedBudget(
                        settings.totals().inFlightBytes(), settings.limits().inFlightBytes());
        this.objects = new SharedBudget(settings.totals().handles(), settings.limits().handles());
        this.awayCalls = new SharedBudget(settings.totals().threads(), settings.limits().lanes());
        this.refusals = new LogThrottle(LoggerFactory.getLogger(RouterConnection.class), clock);
    }

    /**
     * Accepts a link on which a session may begin, and starts it.
     *
     * @param peer the other end, for logs
     */
    public void accept(Link link, String peer) {
        if (draining) {
            link.close(new LinkStatus(Cause.UNAVAILABLE, settings.server() + " is shutting down"));
            return;
        }
        RouterConnection connection = new RouterConnection(this, link, peer);
        connections.add(connection);
        link.start(new FirstFrame(this, link, connection));
    }

    /** The number of open sessions. */
    public int sessions() {
        return places.get();
    }

    /** The activity of each VM's sessions. */
    public Map<String, VmActivity> vmUses() {
        return vms.uses();
    }

    /** The number of sessions that see a device. */
    public int sessionsOn(int ordinal) {
        int count = 0;
        for (RouterConnection connection : connections) {
            ServerSession session = connection.session();
            if (session != null && session.ordinals().contains(ordinal)) {
                count++;
            }
        }
        return count;
    }

    /** The bytes that all sessions have received and not yet processed. */
    public long receivedBytes() {
        return received.used();
    }

    /** The number of objects that all sessions have. */
    public long objects() {
        return objects.used();
    }

    /** The number of calls of all sessions that are on threads of the server. */
    public long awayCalls() {
        return awayCalls.used();
    }

    /** Moves of sessions from and to other servers. */
    public StateMoves moves() {
        return moves;
    }

    /** Accepts no new sessions from now on. */
    public void drain() {
        draining = true;
    }

    public boolean isDraining() {
        return draining;
    }

    /** Waits at most this long until no session is left; false if some are. */
    public boolean awaitEmpty(long nanos) throws InterruptedException {
        long deadline = clock.getAsLong() + nanos;
        synchronized (ended) {
            while (!connections.isEmpty()) {
                long left = deadline - clock.getAsLong();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(ended, left);
            }
        }
        return true;
    }

    /** Ends all remaining sessions. */
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

    /** Returns the right of a router that asks to go on with a session; null: it has none. */
    @Nullable RouterResumption resumption(Resume request) {
        return connections.stream()
                .map(RouterConnection::resumption)
                .filter(right -> right != null && right.allows(request))
                .findAny()
                .orElse(null);
    }

    DriverHost host() {
        return host;
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

    /** Returns a new part in the received bytes that are not yet processed. */
    SharedBudget.Part newReceived() {
        return received.newPart();
    }

    /** Returns a new session's parts in what all sessions share. */
    SessionBudgets newBudgets() {
        return new SessionBudgets(objects.newPart(), awayCalls.newPart());
    }

    /** Limits the log lines about refused sessions. */
    LogThrottle refusals() {
        return refusals;
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

    /** Removes a connection that has released everything. */
    void gone(RouterConnection connection) {
        synchronized (ended) {
            connections.remove(connection);
            ended.notifyAll();
        }
    }
}
