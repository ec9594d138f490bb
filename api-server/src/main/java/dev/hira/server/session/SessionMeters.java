package dev.hira.server.session;

import dev.hira.server.call.Traffic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** What all sessions of a server do, as meters. */
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
        Gauge.builder("hira.server.sessions", open).strongReference(true).register(registry);
        calls = registry.counter("hira.server.calls");
        failures = registry.counter("hira.server.calls.failed");
        away = registry.counter("hira.server.calls.blocked");
        received = registry.counter("hira.server.bytes", "direction", "in");
        sent = registry.counter("hira.server.bytes", "direction", "out");
        opened = registry.counter("hira.server.sessions.opened");
        refused = registry.counter("hira.server.sessions.refused");
        violations = registry.counter("hira.server.sessions.violations");
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
