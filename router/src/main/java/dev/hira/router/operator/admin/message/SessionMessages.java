package dev.hira.router.operator.admin.message;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.hira.admin.v1.Usage;
import dev.hira.policy.NanoClock;
import dev.hira.router.catalog.Catalog.Resource;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import dev.hira.router.session.SessionView.ProtectionNow;
import java.time.Instant;

/** Converts sessions to the admin service's messages. */
public final class SessionMessages {
    private static final long NANOS = 1_000_000_000L;

    private final NanoClock clock;

    public SessionMessages(NanoClock clock) {
        this.clock = clock;
    }

    public dev.hira.admin.v1.Session session(RouterSession session) {
        dev.hira.admin.v1.Session.Builder message =
                dev.hira.admin.v1.Session.newBuilder()
                        .setId(session.id())
                        .setListener(session.listener());
        SessionView facts = session.facts();
        if (facts == null) {
            return message.build();
        }
        java.time.Duration detached = session.detachedFor();
        if (detached != null) {
            message.setDetached(duration(detached.toNanos()));
        }
        return message.setVm(facts.vm())
                .setProcess(facts.process())
                .setServer(facts.placed().server().name())
                .addAllDeviceOrdinals(facts.placed().ordinals())
                .setOpened(timestamp(facts.opened()))
                .setIdle(idle(facts.counters()))
                .setTransport(facts.link())
                .setServerTransport(session.serverTransport())
                .setSharedMemory(facts.arena())
                .setUsage(usage(facts))
                .build();
    }

    public static dev.hira.admin.v1.SessionProtection protection(String id, ProtectionNow now) {
        dev.hira.admin.v1.SessionProtection.Builder message =
                dev.hira.admin.v1.SessionProtection.newBuilder()
                        .setSession(id)
                        .setLevel(GrantMessages.protection(now.level()))
                        .setRepeatable(now.repeatable())
                        .setProblem(now.problem())
                        .setCheckpointBytes(now.checkpointBytes())
                        .setLogBytes(now.logBytes());
        if (now.checkpoint() >= 0) {
            message.setCheckpointAge(duration(now.checkpoint()));
        }
        return message.build();
    }

    private Duration idle(PathCounters counters) {
        return duration(Math.max(0, clock.nanoTime() - counters.lastDown()));
    }

    private static Duration duration(long nanos) {
        return Duration.newBuilder()
                .setSeconds(nanos / NANOS)
                .setNanos((int) (nanos % NANOS))
                .build();
    }

    private static Usage usage(SessionView facts) {
        PathCounters counters = facts.counters();
        return Usage.newBuilder()
                .setCalls(counters.recordsDown() - counters.refusedCommands())
                .setCallsRefused(counters.refusedCommands())
                .setBytesIn(counters.bytesDown())
                .setBytesOut(counters.bytesUp())
                .setMemoryBytes(memory(facts))
                .setObjects(facts.ledger().bookings())
                .build();
    }

    /** Returns a session's holdings of resources that are counted in bytes. */
    static long memory(SessionView facts) {
        return facts.catalog().resources().stream()
                .filter(r -> r.continuous() && r.unit().equals("bytes"))
                .mapToInt(Resource::index)
                .mapToLong(facts.ledger()::held)
                .sum();
    }

    /** Returns a moment as messages have it. */
    public static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}
