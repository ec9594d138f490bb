package dev.hira.server.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.server.host.LaneDrivers;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.WorkReports;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Trace;
import dev.hira.wire.v1.Traced;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Traces the work of one session's devices while its router wants it, and sends what happened every
 * few beats, or when the buffer is half full. Every message wakes threads of the server, the router
 * and the reader, which share their processors with the traced VM, so there are few. Without a
 * trace it does nothing.
 */
public final class SessionTracer {
    /** The most entries that wait for the next beat. */
    private static final int CAPACITY = 1 << 13;

    /** The most entries of one message. */
    private static final int MESSAGE = 1 << 11;

    /** The most beats between two messages. */
    private static final int MOST_BEATS = 8;

    private final LaneDrivers<?> drivers;
    private final WorkReports reports;
    private final CallThreads threads;

    @GuardedBy("this")
    private @Nullable WorkTraceBuffer buffer;

    /** The time on the driver's clock at which the trace ends at the latest. */
    @GuardedBy("this")
    private long limit;

    /** Beats since the last message. */
    @GuardedBy("this")
    private int beats;

    public SessionTracer(LaneDrivers<?> drivers, WorkReports reports, CallThreads threads) {
        this.drivers = drivers;
        this.reports = reports;
        this.threads = threads;
    }

    /** Carries out the router's order and answers it. Only with the turn. */
    public void order(Trace order) {
        Traced.Builder answer = Traced.newBuilder().setAnswers(true).setAsked(order.getClock());
        synchronized (this) {
            if (!order.getOn()) {
                drivers.trace(null);
                sendAll();
                buffer = null;
            } else if (buffer == null) {
                buffer = new WorkTraceBuffer(CAPACITY);
                limit = drivers.nanos() + order.getLimitNanos();
                drivers.trace(buffer);
                later();
            }
        }
        reports.tell(control(answer));
    }

    /** Ends the trace. Any thread. */
    public synchronized void close() {
        if (buffer != null) {
            drivers.trace(null);
            buffer = null;
        }
    }

    private void later() {
        try {
            threads.beats().execute(this::beat);
        } catch (RejectedExecutionException shutDown) {
            // the session ends with the server
        }
    }

    private synchronized void beat() {
        WorkTraceBuffer from = buffer;
        if (from == null) {
            return;
        }
        beats++;
        if (beats < MOST_BEATS && from.waiting() < CAPACITY / 2) {
            later();
        } else {
            beats = 0;
            threads.workers().execute(this::sendAndGoOn);
        }
    }

    private synchronized void sendAndGoOn() {
        if (buffer == null) {
            return;
        }
        sendAll();
        if (drivers.nanos() - limit < 0) {
            later();
        } else {
            close();
        }
    }

    /** Sends the entries, unless the router does not read; then they wait. */
    @GuardedBy("this")
    private void sendAll() {
        WorkTraceBuffer from = buffer;
        boolean more = from != null && reports.isRead();
        while (more && from != null) {
            WorkEntries entries = from.drain(MESSAGE);
            more = entries.count() == MESSAGE && reports.isRead();
            if (!entries.isEmpty()) {
                reports.running(
                        control(Traced.newBuilder().setWork(entries.message().toByteString())));
            }
        }
    }

    private Control control(Traced.Builder traced) {
        return Control.newBuilder().setTraced(traced.setClock(drivers.nanos())).build();
    }
}
