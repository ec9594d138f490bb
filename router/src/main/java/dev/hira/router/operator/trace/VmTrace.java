package dev.hira.router.operator.trace;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import dev.hira.admin.v1.SessionCalls;
import dev.hira.admin.v1.SessionWork;
import dev.hira.admin.v1.TraceEnded;
import dev.hira.admin.v1.TraceStarted;
import dev.hira.admin.v1.TraceSubject;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import dev.hira.router.trace.CallEntries;
import dev.hira.router.trace.CallTrace;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The trace of a VM's sessions for one operator. Its methods run on the admin service's thread,
 * unless they say otherwise.
 */
public final class VmTrace implements TracedSession.Receiver {
    /** Most sessions of a trace, because each takes some memory. */
    static final int MOST_SESSIONS = 64;

    /** Interval of messages; few, because each wakes threads that share processors with the VM. */
    private static final Duration TICK = Duration.ofMillis(200);

    /** The time that servers have to send the rest. */
    private static final Duration REST = Duration.ofSeconds(1);

    private final RouterServices services;
    private final String vm;
    private final Executor thread;
    private final Runnable whenOver;
    private final PartQueue parts;
    private final Map<String, TracedSession> sessions = new HashMap<>();
    private final Map<String, RouterSession> untraced = new HashMap<>();
    private long deadline;
    private boolean ending;
    private boolean over;

    /**
     * @param thread the admin service's thread
     * @param whenOver runs when the trace has ended
     */
    public VmTrace(
            RouterServices services,
            String vm,
            ServerCallStreamObserver<TraceVmResponse> out,
            Executor thread,
            Runnable whenOver) {
        this.services = services;
        this.vm = vm;
        this.thread = thread;
        this.whenOver = whenOver;
        this.parts = new PartQueue(out);
        out.setOnReadyHandler(() -> thread.execute(parts::flush));
        out.setOnCancelHandler(() -> thread.execute(this::cancel));
    }

    /** Begins the trace. */
    public void begin(Duration length) {
        long now = services.nanoClock().nanoTime();
        Instant time = services.clock().instant();
        deadline = now + length.toNanos();
        TraceStarted.Builder started = TraceStarted.newBuilder().setClock(now);
        started.setTime(
                Timestamp.newBuilder().setSeconds(time.getEpochSecond()).setNanos(time.getNano()));
        parts.add(TraceVmResponse.newBuilder().setStarted(started).build());
        tick();
    }

    /** Traces a session that has just opened. */
    public void opened(RouterSession session) {
        SessionView facts = session.facts();
        if (!over && !ending && facts != null && facts.vm().equals(vm)) {
            add(session, facts);
        }
    }

    private void add(RouterSession session, SessionView facts) {
        if (sessions.containsKey(session.id())) {
            return;
        }
        if (sessions.size() == MOST_SESSIONS) {
            sessions.values().removeIf(TracedSession::isOver);
        }
        if (sessions.size() == MOST_SESSIONS) {
            untraced.put(session.id(), session);
            return;
        }
        TracedSession traced = new TracedSession(session, services.nanoClock(), this);
        sessions.put(session.id(), traced);
        SessionCalls none =
                SessionCalls.newBuilder().setSession(about(facts, session.id())).build();
        send(TraceVmResponse.newBuilder().setCalls(none).build());
        session.execute(traced::tick);
    }

    private void tick() {
        if (over) {
            return;
        }
        services.registry().of(vm).forEach(this::opened);
        boolean late = services.nanoClock().nanoTime() - deadline >= 0;
        if (!late && !ending) {
            forEach(TracedSession::tick);
        } else if (!ending) {
            ending = true;
            deadline = services.nanoClock().nanoTime() + REST.toNanos();
            forEach(TracedSession::end);
        } else if (late || sessions.values().stream().allMatch(TracedSession::isOver)) {
            forEach(TracedSession::close);
            finish();
            return;
        }
        services.timer().after(TICK, () -> thread.execute(this::tick));
    }

    private void forEach(Consumer<TracedSession> step) {
        sessions.forEach((id, traced) -> {
            RouterSession session = services.registry().find(id);
            if (session != null) {
                session.execute(() -> step.accept(traced));
            }
        });
    }

    private void finish() {
        TraceEnded.Builder ended =
                TraceEnded.newBuilder()
                        .setUntracedSessions(untraced.size())
                        .setDroppedParts(parts.dropped());
        parts.end(TraceVmResponse.newBuilder().setEnded(ended).build());
        over = true;
        whenOver.run();
    }

    private void cancel() {
        parts.cancel();
        if (!over) {
            over = true;
            forEach(TracedSession::stop);
            whenOver.run();
        }
    }

    // --- on the sessions' threads

    @Override
    public void calls(SessionView session, String id, CallEntries entries, CallTrace from) {
        thread.execute(() -> {
            SessionCalls.Builder calls = SessionCalls.newBuilder().setSession(about(session, id));
            calls.setCalls(entries.message(function -> name(session.catalog(), function)));
            from.giveBack(entries);
            send(TraceVmResponse.newBuilder().setCalls(calls).build());
        });
    }

    @Override
    public void work(SessionView session, String id, ByteString work, ClockOffset offset) {
        thread.execute(() -> {
            SessionWork.Builder part =
                    SessionWork.newBuilder()
                            .setSession(about(session, id))
                            .setUnknownFields(workField(work))
                            .setOffsetNanos(offset.nanos())
                            .setOffsetErrorNanos(offset.errorNanos());
            send(TraceVmResponse.newBuilder().setWork(part).build());
        });
    }

    /**
     * Returns the field {@code work} of a message with an encoded value. The reader sees no
     * difference from a value that was set; but the router need not decode and encode what it only
     * passes on.
     */
    private static UnknownFieldSet workField(ByteString encoded) {
        Field value = Field.newBuilder().addLengthDelimited(encoded).build();
        return UnknownFieldSet.newBuilder().addField(SessionWork.WORK_FIELD_NUMBER, value).build();
    }

    private void send(TraceVmResponse part) {
        if (!over) {
            parts.add(part);
        }
    }

    private static TraceSubject about(SessionView session, String id) {
        List<String> devices =
                session.placed().ordinals().stream()
                        .map(ordinal -> session.placed().server().name() + "/" + ordinal)
                        .toList();
        return TraceSubject.newBuilder()
                .setId(id)
                .setProcess(session.process())
                .addAllDevices(devices)
                .build();
    }

    private static String name(Catalog catalog, int function) {
        FunctionRow row = catalog.row(function);
        return row == null ? "function " + function : row.name();
    }
}
