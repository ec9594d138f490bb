package dev.hira.router.session;

import dev.hira.link.ring.RingSettings;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.memory.RingPair;
import dev.hira.router.session.memory.RingPair.RingLinks;
import dev.hira.router.session.memory.SessionMemory;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.ProveMemory;
import org.jspecify.annotations.Nullable;

/**
 * The negotiation of shared memory while a session is opened: offered to the guest, proven by the
 * guest, passed on to the server, used if all three can. On any failure the session does without
 * it, and the failure is counted.
 */
final class MemoryNegotiation {
    private final RouterSession session;
    private final RouterServices services;
    private @Nullable SessionMemory memory;
    private boolean offered;

    MemoryNegotiation(RouterSession session, RouterServices services) {
        this.session = session;
        this.services = services;
    }

    /**
     * Returns an offer for the guest; null when there is none.
     *
     * @param most the largest amount of memory that the session may have pinned
     */
    @Nullable OfferMemory offer(Open asked, ServerView server, long most) {
        SessionMemory fresh = asked.getWantsMemory() ? newMemory(asked, server, most) : null;
        if (fresh == null) {
            return null;
        }
        memory = fresh;
        offered = true;
        session.atEnd(fresh::close);
        return fresh.offer();
    }

    private @Nullable SessionMemory newMemory(Open asked, ServerView server, long most) {
        if (!server.sharesMemory()) {
            services.meters().memory("server-remote");
            return null;
        }
        return services.memory().offer(asked.getWantsRings(), most);
    }

    /** Handles the guest's reply to the offer. */
    void prove(ProveMemory proof) {
        SessionMemory shared = memory;
        if (shared == null) {
            return;
        }
        if (!shared.verify(proof)) {
            giveUp(proof.getFound() == 0 ? "guest" : "different");
        } else if (!proof.getRings()) {
            shared.dropRings();
        }
    }

    /** Tells the server about the memory that the guest has proven to see. */
    void tellServer(Open.Builder open) {
        SessionMemory shared = memory;
        if (shared == null) {
            return;
        }
        open.setWantsMemory(true).setMemoryPath(shared.path()).setMemorySize(shared.size());
        RingPair rings = shared.rings();
        if (rings != null) {
            open.setWantsRings(true).setRingPath(rings.serverPath());
        }
    }

    /**
     * Keeps the parts that all three can use; returns the links over rings, or null when there are
     * none.
     */
    @Nullable RingLinks conclude(Opened byServer) {
        if (memory != null && !byServer.getUsesMemory()) {
            giveUp("server");
        }
        SessionMemory shared = memory;
        if (shared == null) {
            return null;
        }
        services.meters().memory("used");
        RingPair rings = shared.rings();
        shared.hide();
        if (rings == null || !byServer.getUsesRings()) {
            shared.dropRings();
            return null;
        }
        return rings.links(
                services.memory().pollers(),
                session.links().guest(),
                session.links().server(),
                new RingSettings(
                        services.config().limits().frameBytes(),
                        RingSettings.DEFAULT.lingerNanos()));
    }

    /** Whether the guest waits for the outcome of an offer. */
    boolean wasOffered() {
        return offered;
    }

    /** Returns the memory that all sides share; null when there is none. */
    @Nullable SessionMemory shared() {
        return memory;
    }

    /** Returns the size of the arena; 0 when there is none. */
    long arenaBytes() {
        return memory == null ? 0 : memory.size();
    }

    /** Does without shared memory, if there is any. */
    void giveUp(String why) {
        SessionMemory shared = memory;
        if (shared != null) {
            services.meters().memory(why);
            shared.close();
            memory = null;
        }
    }
}
