package dev.hira.router.judge;

import dev.hira.wire.v1.LanesEnded;
import java.util.List;

/**
 * The commands that had arrived at the server when the router was restarted. The guest sends some
 * of them again, because it does not know that they had.
 *
 * @param lastCall the number of the last call that had arrived; -1: none had
 * @param others further calls that must not be made
 */
public record RepeatedCommands(long lastCall, List<Long> others) {
    static final RepeatedCommands NONE = new RepeatedCommands(-1, List.of());

    public RepeatedCommands {
        others = List.copyOf(others);
    }

    boolean hasCall(long call) {
        return call <= lastCall || (!others.isEmpty() && others.contains(call));
    }

    /**
     * Whether a notice of lanes' ends had certainly arrived: a later call had. A notice that
     * arrives twice without a later call does no harm.
     */
    boolean has(LanesEnded notice) {
        long after = notice.getAfterCall();
        return after != 0 && after < lastCall;
    }
}
