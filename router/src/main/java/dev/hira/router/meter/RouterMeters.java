package dev.hira.router.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The router's meters. Counted once per frame, not per command. The number of time series is
 * bounded: reasons beyond a few dozen count as {@code other}, and no label names a session or VM.
 */
public final class RouterMeters {
    private static final int MAX_REASONS = 48;
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Traffic down;
    private final Traffic up;
    private final Counter kernelsStopped;
    private final Counter detached;
    private final Counter resumed;
    private final Map<String, Counter> refused = new ConcurrentHashMap<>();
    private final Map<String, Counter> checkpoints = new ConcurrentHashMap<>();
    private final Map<String, Counter> delayed = new ConcurrentHashMap<>();
    private final Map<String, Counter> ended = new ConcurrentHashMap<>();
    private final Map<String, Counter> memory = new ConcurrentHashMap<>();
    private final Map<String, Counter> rebuilds = new ConcurrentHashMap<>();
    private final Map<String, Counter> rebalances = new ConcurrentHashMap<>();
    private final Map<String, Counter> rejected = new ConcurrentHashMap<>();

    public RouterMeters(MeterRegistry registry) {
        this.registry = registry;
        this.kernelsStopped =
                Counter.builder("hira.router.kernels.stopped")
                        .description("Kernels stopped because they exceeded their VM's limit")
                        .register(registry);
        this.detached =
                Counter.builder("hira.router.sessions.detached")
                        .description("Connections of open sessions that broke")
                        .register(registry);
        this.resumed =
                Counter.builder("hira.router.sessions.resumed")
                        .description("Sessions whose guests connected again")
                        .register(registry);
        this.down = new Traffic(registry, "down");
        this.up = new Traffic(registry, "up");
    }

    /** Counts a frame from a guest. */
    public void down(int records, long bytes) {
        down.frame(records, bytes);
    }

    /** Counts a frame from a server. */
    public void up(int records, long bytes) {
        up.frame(records, bytes);
    }

    /** Counts a refused command. */
    public void refused(String reason) {
        count(
                refused,
                "hira.router.commands.refused",
                "Commands that were refused",
                "reason",
                reason);
    }

    /** Counts a command that had to wait. */
    public void delayed(String reason) {
        count(
                delayed,
                "hira.router.commands.delayed",
                "Commands that had to wait",
                "reason",
                reason);
    }

    /** Counts the end of an open session. */
    public void ended(String cause) {
        count(ended, "hira.router.sessions.ended", "Open sessions that ended", "cause", cause);
    }

    /** Counts a session whose connection broke. */
    public void detached() {
        detached.increment();
    }

    /** Counts a session whose guest connected again. */
    public void resumed() {
        resumed.increment();
    }

    /** Counts a session that lost its server: {@code rebuilt} or {@code ended}. */
    public void rebuild(String outcome) {
        count(
                rebuilds,
                "hira.router.sessions.rebuilds",
                "Sessions that lost their API server and were to be recreated, by outcome",
                "outcome",
                outcome);
    }

    /**
     * Counts a checkpoint that the router made of a session by itself: {@code kept} or {@code
     * failed}.
     */
    public void checkpoint(String outcome) {
        count(
                checkpoints,
                "hira.router.sessions.checkpoints",
                "Checkpoints that the router made of sessions by itself, by outcome",
                "outcome",
                outcome);
    }

    /** Counts a move that the rebalancer began: {@code moved} or {@code failed}. */
    public void rebalanced(String outcome) {
        count(
                rebalances,
                "hira.router.rebalancer.moves",
                "VMs that the rebalancer moved, or tried to, by outcome",
                "outcome",
                outcome);
    }

    /** Counts a session that was not opened. */
    public void rejected(String cause) {
        count(
                rejected,
                "hira.router.sessions.rejected",
                "Sessions that were not opened",
                "cause",
                cause);
    }

    /**
     * Counts the outcome of an offer of shared memory to a session: {@code used}, or the reason why
     * not.
     */
    public void memory(String outcome) {
        count(
                memory,
                "hira.router.sessions.memory",
                "Offers of shared memory to sessions, by outcome",
                "outcome",
                outcome);
    }

    /** Counts a kernel that was stopped because it ran for too long. */
    public void kernelStopped() {
        kernelsStopped.increment();
    }

    /** Registers the gauge of sessions. */
    public void showSessions(Supplier<Number> sessions) {
        Gauge.builder("hira.router.sessions", sessions)
                .description("Sessions, including those being opened")
                .register(registry);
    }

    /** Registers the gauge of servers that take sessions. */
    public void showServers(Supplier<Number> servers) {
        Gauge.builder("hira.router.servers.serving", servers)
                .description("API servers that take sessions")
                .register(registry);
    }

    private void count(
            Map<String, Counter> counters, String name, String help, String tag, String value) {
        Counter counter = counters.get(value);
        if (counter == null) {
            String bounded = counters.size() < MAX_REASONS ? value : OTHER;
            counter =
                    counters.computeIfAbsent(
                            bounded,
                            v ->
                                    Counter.builder(name)
                                            .description(help)
                                            .tag(tag, v)
                                            .register(registry));
        }
        counter.increment();
    }

    /** The meters of one direction. */
    private static final class Traffic {
        private final Counter frames;
        private final Counter records;
        private final Counter bytes;

        Traffic(MeterRegistry registry, String direction) {
            frames = counter(registry, "hira.router.frames", "Frames", direction);
            records = counter(registry, "hira.router.records", "Commands and replies", direction);
            bytes = counter(registry, "hira.router.bytes", "Bytes of frames", direction);
        }

        void frame(int recordCount, long byteCount) {
            frames.increment();
            records.increment(recordCount);
            bytes.increment((double) byteCount);
        }

        private static Counter counter(
                MeterRegistry registry, String name, String what, String direction) {
            return Counter.builder(name)
                    .description(what + ", down to servers or up to guests")
                    .tag("direction", direction)
                    .register(registry);
        }
    }
}
