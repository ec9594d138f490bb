package dev.hira.router.session.memory;

import dev.hira.link.Link;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.RegionDirectory;
import dev.hira.link.shm.SharedRegion;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rings of one session: a file for each of its two hops. One poller serves both, so the session
 * stays on one thread.
 */
public final class RingPair implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RingPair.class);

    private final SharedRegion guest;
    private final SharedRegion server;
    private boolean handedOver;

    private RingPair(SharedRegion guest, SharedRegion server) {
        this.guest = guest;
        this.server = server;
    }

    static RingPair create(RegionDirectory directory, int bytes) throws IOException {
        SharedRegion guest = RingFile.create(directory, bytes);
        try {
            return new RingPair(guest, RingFile.create(directory, bytes));
        } catch (IOException | RuntimeException e) {
            guest.close();
            throw e;
        }
    }

    String guestPath() {
        return guest.path().toString();
    }

    public String serverPath() {
        return server.path().toString();
    }

    /** Creates links over the rings, which then own the files. */
    public RingLinks links(
            RingPollers pollers, Link guestControl, Link serverControl, RingSettings settings) {
        RingPoller poller = pollers.next();
        handedOver = true;
        unlink(guest);
        unlink(server);
        return new RingLinks(
                poller,
                RingLink.first(guest, poller, guestControl, settings),
                RingLink.first(server, poller, serverControl, settings));
    }

    /**
     * Removes the name of a file that both sides have mapped: no other process can open it, and it
     * disappears even if a process dies.
     */
    public static void unlink(SharedRegion region) {
        try {
            region.unlink();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("{} could not be removed", region.path());
        }
    }

    /** Removes the rings, unless they are in use by links. Idempotent. */
    @Override
    public void close() {
        if (!handedOver) {
            handedOver = true;
            guest.close();
            server.close();
        }
    }

    /**
     * A session's links over rings, not started yet.
     *
     * @param poller serves both
     */
    public record RingLinks(RingPoller poller, RingLink guest, RingLink server) {}
}
