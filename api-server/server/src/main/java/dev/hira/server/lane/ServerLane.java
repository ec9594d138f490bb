package dev.hira.server.lane;

import dev.hira.server.host.WorkScope;
import dev.hira.wire.Frame;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The server's state of one guest thread.
 *
 * @param <D> the API's interface
 */
public final class ServerLane<D> {
    final int id;

    /** The driver as this thread sees it. */
    public final D driver;

    /** Measures the device work that its calls cause. */
    public final WorkScope work;

    /** The first failure that no synchronous call has reported yet. */
    public @Nullable CallFailure poison;

    /** Whether a server lane thread is making a call of this lane. */
    public boolean away;

    /** Whether records of this lane wait until the link to the router takes answers. */
    public boolean awaitsLink;

    /** The task that last made calls of this lane while they were away. */
    public @Nullable LaneTask task;

    /** Whether the guest's thread has ended while a call was away. */
    public boolean ended;

    /** The records that wait for a call that is away or for the link, each a separate frame. */
    final ArrayDeque<Frame> deferred = new ArrayDeque<>(0);

    ServerLane(int id, D driver, WorkScope work) {
        this.id = id;
        this.driver = driver;
        this.work = work;
    }

    /** The number by which commands name it. */
    public int id() {
        return id;
    }
}
