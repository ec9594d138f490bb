package dev.hira.server.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import java.util.function.BooleanSupplier;

/**
 * Whether a session's link is read, so that a guest which sends more than can be worked off, or
 * reads less than it is answered, waits and does not cost memory. Safe for any number of threads.
 */
final class SessionReadGate {
    private final Link link;
    private final BooleanSupplier wanted;

    @GuardedBy("this")
    private boolean reading = true;

    /**
     * @param wanted whether to read, judged anew at each {@link #update}
     */
    SessionReadGate(Link link, BooleanSupplier wanted) {
        this.link = link;
        this.wanted = wanted;
    }

    /** Looks again. To be called after whatever {@code wanted} depends on has changed. */
    synchronized void update() {
        boolean now = wanted.getAsBoolean();
        if (now != reading) {
            reading = now;
            link.setReadable(now);
        }
    }
}
