package dev.hira.server.lane;

import dev.hira.server.host.WorkScope;
import dev.hira.wire.Frame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What the server keeps for one thread of the guest.
 *
 * @param <D> the API's interface
 */
public final class ServerLane<D> {
    final int id;

    /** The driver as this thread sees it. */
    public final D driver;

    /** The device work that its calls cause. */
    public final WorkScope work;

    /** The first failure that no synchronous call has reported yet. */
    public @Nullable CallFailure poison;

    /** Whether a call of this lane is being made on a thread of its own. */
    public boolean away;

    /** The thread on which calls of this lane were last made away. */
    public @Nullable LaneThread thread;

    /** Whether the guest's thread has ended while a call was away. */
    public boolean ended;

    /** Records that came while a call was away, each a frame of its own. */
    final ArrayDeque<Frame> deferred = new ArrayDeque<>(0);

    ServerLane(int id, D driver, WorkScope work) {
        this.id = id;
        this.driver = driver;
        this.work = work;
    }
}
