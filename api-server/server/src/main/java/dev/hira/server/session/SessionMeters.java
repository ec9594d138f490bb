package dev.hira.server.session;

import dev.hira.server.work.Traffic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The meters of all sessions of a server. */
final class SessionMeters implements Traffic {
    private final Counter calls;
    private final Counter failures;
    private final Counter received;
    private final Counter sent;
    private final Counter away;
    private final Counter opened;
    private final Counter refused;
    private final Counter violations;

    SessionMeters(MeterRegistry registry, Supplier<Number> open) {
        Gauge.builder("hira.server.sessions", open)
                .description("Open sessions")
                .strongReference(true)
                .register(registry);
        calls = counter(registry, "hira.server.calls", "Calls that were made");
        failures = counter(registry, "hira.server.calls.failed", "Calls that failed");
        away =
                counter(
                        registry,
                        "hira.server.calls.blocked",
                        "Calls that waited on a thread of their own");
        received =
                counter(
                        registry,
                        "hira.server.bytes",
                        "Bytes of frames from and to routers",
                        "direction",
                        "in");
        sent =
                counter(
                        registry,
                        "hira.server.bytes",
                        "Bytes of frames from and to routers",
                        "direction",
                        "out");
        opened = counter(registry, "hira.server.sessions.opened", "Sessions that were opened");
        refused = counter(registry, "hira.server.sessions.refused", "Sessions that were refused");
        violations =
                counter(
                        registry,
                        "hira.server.sessions.violations",
                        "Connections whose peer broke the protocol");
    }

    private static Counter counter(
            MeterRegistry registry, String name, String help, String... tags) {
        return Counter.builder(name).description(help).tags(tags).register(registry);
    }

    void sessionOpened() {
        opened.increment();
    }

    void sessionRefused() {
        refused.increment();
    }

    void sessionViolated() {
        violations.increment();
    }

    @Override
    public void calls(long made, long failed) {
        if (made > 0) {
            calls.increment((double) made);
        }
        if (failed > 0) {
            failures.increment((double) failed);
        }
    }

    @Override
    public void received(long bytes) {
        received.increment((double) bytes);
    }

    @Override
    public void sent(long bytes) {
        sent.increment((double) bytes);
    }

    @Override
    public void wentAway() {
        away.increment();
    }
}
