package dev.hira.server.session;

import dev.hira.wire.Link;
import dev.hira.wire.LinkStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is logged of every session: its beginning and its end. */
final class SessionLog {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private SessionLog() {}

    static void opened(Session session, Link over, String peer) {
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .addKeyValue("vm", session.request().getVm())
                .addKeyValue("process", session.request().getProcess())
                .addKeyValue("devices", session.ordinals())
                .addKeyValue("link", over.kind())
                .addKeyValue("arena", session.memory() != null)
                .addKeyValue("peer", peer)
                .log("Session opened");
    }

    static void closed(Session session, LinkStatus reason) {
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .addKeyValue("vm", session.request().getVm())
                .addKeyValue("cause", reason.cause())
                .log("Session closed: {}", reason.message());
    }
}
