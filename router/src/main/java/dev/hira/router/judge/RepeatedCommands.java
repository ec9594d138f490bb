package dev.hira.router.judge;

import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.v1.LanesEnded;

/**
 * The commands of the time before the router was restarted that must not be made again. The guest
 * sends some of them again, because it does not know that they had arrived.
 *
 * @param lastArrived the number of the last call that had arrived at the server; -1: none had
 * @param lastSync the number up to which the guest has the answers to synchronous calls, or gets
 *     them without the calls being made; -1: there are none
 */
public record RepeatedCommands(long lastArrived, long lastSync) {
    static final RepeatedCommands NONE = new RepeatedCommands(-1, -1);

    boolean has(RecordCursor call) {
        boolean sync = (call.flags() & RecordFlags.SYNC) != 0;
        return call.callId() <= lastArrived || (sync && call.callId() <= lastSync);
    }

    /**
     * Whether a notice of lanes' ends had certainly arrived: a later call had. A notice that
     * arrives twice without a later call does no harm.
     */
    boolean has(LanesEnded notice) {
        long after = notice.getAfterCall();
        return after != 0 && after < lastArrived;
    }
}
