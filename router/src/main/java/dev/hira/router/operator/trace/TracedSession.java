package dev.hira.router.operator.trace;

import com.google.protobuf.ByteString;
import dev.hira.policy.NanoClock;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import dev.hira.router.trace.CallEntries;
import dev.hira.router.trace.CallTrace;
import dev.hira.router.trace.TraceSink;
import dev.hira.wire.v1.Trace;
import dev.hira.wire.v1.Traced;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One session while it is traced. Its methods run on the session's thread, unless they say
 * otherwise.
 */
final class TracedSession implements TraceSink {
    /** The longest trace, and the time to end it. */
    private static final long LIMIT_NANOS = 65_000_000_000L;

    private final RouterSession session;
    private final NanoClock clock;
    private final Receiver receiver;
    private @Nullable CallTrace trace;

    /** The place whose server was told to trace. */
    private @Nullable Placed place;

    private ClockOffset offset = ClockOffset.UNKNOWN;
    private boolean ends;
    private volatile boolean over;

    /** Takes the parts of the traces of sessions, on their threads. */
    interface Receiver {
        /** Takes entries, which the taker gives back to the trace. */
        void calls(SessionView session, String id, CallEntries entries, CallTrace from);

        /**
         * Takes the work of a server's report.
         *
         * @param work an encoded {@link dev.hira.trace.v1.TracedWork}
         */
        void work(SessionView session, String id, ByteString work, ClockOffset offset);
    }

    TracedSession(RouterSession session, NanoClock clock, Receiver receiver) {
        this.session = session;
        this.clock = clock;
        this.receiver = receiver;
    }

    /** Whether nothing more comes. Any thread. */
    boolean isOver() {
        return over || session.hasEnded();
    }

    /** Begins or goes on: gives away what was traced, and tells a new server to trace. */
    void tick() {
        if (ends || session.hasEnded()) {
            return;
        }
        SessionPaths paths = session.paths();
        SessionView facts = Objects.requireNonNull(session.facts());
        CallTrace present = trace;
        if (present == null) {
            trace = new CallTrace(this, clock);
            paths.trace(trace);
        } else {
            present.handOver();
        }
        if (!facts.placed().equals(place)) {
            place = facts.placed();
            offset = ClockOffset.UNKNOWN;
            tellServer(paths, facts, true);
        }
    }

    /** Ends the trace when the server has sent the rest. */
    void end() {
        SessionView facts = Objects.requireNonNull(session.facts());
        CallTrace present = trace;
        if (present == null || facts.isSuspended()) {
            close();
            return;
        }
        present.handOver();
        ends = true;
        tellServer(session.paths(), facts, false);
    }

    /** Ends the trace now, and tells the server so. */
    void stop() {
        end();
        close();
    }

    /** Ends the trace now. */
    void close() {
        if (trace != null) {
            session.paths().trace(null);
        }
        trace = null;
        over = true;
    }

    private void tellServer(SessionPaths paths, SessionView facts, boolean on) {
        if (!facts.isSuspended()) {
            paths.traceServer(
                    Trace.newBuilder()
                            .setOn(on)
                            .setClock(clock.nanoTime())
                            .setLimitNanos(LIMIT_NANOS)
                            .build());
        }
    }

    @Override
    public void calls(CallEntries entries) {
        SessionView facts = Objects.requireNonNull(session.facts());
        receiver.calls(facts, session.id(), entries, Objects.requireNonNull(trace));
    }

    @Override
    public void work(Traced report) {
        if (report.getAnswers()) {
            long now = clock.nanoTime();
            offset =
                    ClockOffset.measured(report.getAsked(), report.getClock(), now)
                            .orBetter(offset);
        }
        if (!report.getWork().isEmpty()) {
            SessionView facts = Objects.requireNonNull(session.facts());
            receiver.work(facts, session.id(), report.getWork(), offset);
        }
        if (report.getAnswers() && ends) {
            close();
        }
    }
}
