package dev.hira.server.session;

import dev.hira.link.Link;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.Open;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the beginning and the end of every session. */
final class SessionLog {
    private static final Logger LOG = LoggerFactory.getLogger(ServerSession.class);

    private SessionLog() {}

    static void opened(ServerSession session, Link over, String peer) {
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .addKeyValue("vm", session.request().getVm())
                .addKeyValue("process", session.request().getProcess())
                .addKeyValue("devices", session.ordinals())
                .addKeyValue("link", over.kind())
                .addKeyValue("arena", session.memory() != null)
                .addKeyValue("peer", peer)
                .log("session opened");
    }

    static void detached(Open session, LinkStatus why, Duration limit) {
        LOG.atWarn()
                .addKeyValue("session", session.getSession())
                .addKeyValue("vm", session.getVm())
                .addKeyValue("cause", why.message())
                .log("the router's connection broke; the session is kept for {}", limit);
    }

    static void resumed(Open session) {
        LOG.atInfo()
                .addKeyValue("session", session.getSession())
                .addKeyValue("vm", session.getVm())
                .log("session resumed");
    }

    static void closed(ServerSession session, LinkStatus reason) {
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .addKeyValue("vm", session.request().getVm())
                .addKeyValue("cause", reason.cause().name().toLowerCase(Locale.ROOT))
                .log("session ended: {}", reason.message());
    }
}
