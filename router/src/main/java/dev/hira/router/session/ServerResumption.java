package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.link.resume.PeerProcess;
import dev.hira.link.resume.Reconnector;
import dev.hira.link.resume.ResumableLink;
import dev.hira.wire.ResumeRecords;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import java.time.Duration;

/**
 * The agreement with a server that a session outlives the connection to it: while the router
 * connects again, both ends keep their frames, and the session's commands wait or go on.
 */
final class ServerResumption {
    /** How much longer the server waits than the router tries. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private ServerResumption() {}

    /**
     * Asks for it, with the request for a session.
     *
     * @param kept whether the router's next process may go on with the session
     */
    static void ask(Open.Builder open, RouterServices services, boolean kept) {
        Duration limit = services.config().recovery().reconnect();
        if (limit.isZero()) {
            return;
        }
        Duration absence = services.config().timeouts().resume();
        Duration longest = kept && absence.compareTo(limit) > 0 ? absence : limit;
        open.setWantsResume(true)
                .setResumeNanos(longest.plus(MARGIN).toNanos())
                .setOutlivesRouter(kept)
                .setProcessIdentity(kept ? "" : PeerProcess.ownIdentity());
    }

    /** Applies the server's answer to the request, before anything else is sent. */
    static void agree(Link server, Opened answer, RouterServices services) {
        if (!(server instanceof ResumableLink link)) {
            return;
        }
        if (answer.getResumeSecret().isEmpty()) {
            link.keepNothing();
            return;
        }
        link.resumeOn(
                new Reconnector.Terms(
                        new ResumeRecords.Request(
                                answer.getSession(),
                                answer.getResumeSecret().toByteArray(),
                                "",
                                ""),
                        services.config().recovery().reconnect(),
                        PeerProcess.of(answer.getProcessIdentity()),
                        ServerResumption::lost));
    }

    private static String lost(String reason) {
        return "the connection to it is lost " + reason;
    }
}
