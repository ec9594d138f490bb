package dev.hira.router.session.memory;

import dev.hira.link.shm.Challenge;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.ProveMemory;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One session's arena, and its rings if it has any, from offer to end. */
public final class SessionMemory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionMemory.class);

    private final SharedRegion region;
    private final Challenge challenge;
    private final Runnable giveBack;
    private @Nullable RingPair rings;
    private boolean closed;

    SessionMemory(
            SharedRegion region, Challenge challenge, @Nullable RingPair rings, Runnable giveBack) {
        this.region = region;
        this.challenge = challenge;
        this.rings = rings;
        this.giveBack = giveBack;
    }

    public OfferMemory offer() {
        return challenge.offer(rings == null ? "" : rings.guestPath());
    }

    /** Whether the guest sees the same memory. */
    public boolean verify(ProveMemory proof) {
        return challenge.verify(proof);
    }

    /** Returns the rings, as long as they are wanted. */
    public @Nullable RingPair rings() {
        return rings;
    }

    public void dropRings() {
        if (rings != null) {
            rings.close();
            rings = null;
        }
    }

    public String path() {
        return region.path().toString();
    }

    /** Returns the arena, as this process has mapped it. */
    public SharedRegion region() {
        return region;
    }

    public long size() {
        return region.size();
    }

    /**
     * Hides the arena, which all sides have mapped: no other process can open it, unless the router
     * tells it the name, as it does when the session moves to another server.
     */
    public void hide() {
        if (closed) {
            return;
        }
        try {
            region.hide();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("{} could not be hidden", region.path());
        }
    }

    /**
     * Unmaps and removes the arena here; other processes that have mapped it keep it. Idempotent.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            dropRings();
            region.close();
            giveBack.run();
        }
    }
}
