package dev.hira.server.call;

import dev.hira.link.Link;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.LaneDrivers;
import dev.hira.server.work.CallThreads;
import dev.hira.server.work.LaneWorkReporter;
import dev.hira.server.work.Traffic;
import dev.hira.server.work.WorkReports;
import dev.hira.wire.v1.Control;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Everything that a session sends: answers for the guest and reports for the router. */
record SessionOutput(
        GuestOutbox outbox,
        CallAnswers answers,
        WorkReports reports,
        LaneWorkReporter workReporter) {
    static SessionOutput of(
            RunnerParts parts,
            BufferPool pool,
            @Nullable ArenaMirror mirror,
            Dispatcher<?> dispatcher,
            LaneDrivers<?> drivers) {
        ReentrantLock sending = new ReentrantLock();
        Link link = parts.link();
        Traffic traffic = parts.traffic();
        CallThreads threads = parts.threads();
        int fullBytes = parts.limits().frameBytes() / 2;
        GuestOutbox outbox = new GuestOutbox(link, sending, pool, mirror, fullBytes, traffic);
        WorkReports reports = new WorkReports(link, sending, threads, traffic, drivers);
        return new SessionOutput(
                outbox,
                new CallAnswers(outbox),
                reports,
                new LaneWorkReporter(dispatcher::givesWork, reports));
    }

    /** Sends everything queued: reports for the router first, then answers. Only with the turn. */
    void flush() {
        reports.flush();
        outbox.flush();
    }

    /** Sends everything queued, then a message to the router. Only with the turn. */
    void tell(Control message) {
        flush();
        reports.tell(message);
    }

    /** Sends a reply, after the reports about work that has ended. Any thread. */
    void sendReply(CommandCall to) {
        reports.flushLate();
        outbox.reply(to);
        outbox.flush();
    }

    /** Sends nothing any longer. */
    void close() {
        outbox.close();
        reports.close();
    }
}
