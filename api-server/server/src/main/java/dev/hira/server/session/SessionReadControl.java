package dev.hira.server.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import java.util.function.BooleanSupplier;

/**
 * Controls whether a session's link is read. A guest that sends more than the server can process,
 * or that reads fewer answers than it receives, then waits instead of using up memory. Safe for any
 * number of threads.
 */
final class SessionReadControl {
    private final Link link;
    private final BooleanSupplier wanted;

    @GuardedBy("this")
    private boolean reading = true;

    /**
     * Creates the control of a link that is being read.
     *
     * @param wanted whether to read, evaluated at each {@link #update}
     */
    SessionReadControl(Link link, BooleanSupplier wanted) {
        this.link = link;
        this.wanted = wanted;
    }

    /** Evaluates the condition again. Call after any change that {@code wanted} depends on. */
    synchronized void update() {
        boolean now = wanted.getAsBoolean();
        if (now != reading) {
            reading = now;
            link.setReadable(now);
        }
    }
}
