package dev.hira.guest.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that use a session, each with its lane. A thread's end is noticed when a new thread
 * first uses the session; its lane is reused after the server was told.
 */
final class GuestLanes {
    private static final int FIRST_SWEEP = 8;

    private final GuestSession session;
    private volatile int limit;
    private final ConcurrentHashMap<Thread, GuestLane> lanes = new ConcurrentHashMap<>();

    @GuardedBy("this")
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    @GuardedBy("this")
    private int next;

    @GuardedBy("this")
    private int sweepAt = FIRST_SWEEP;

    GuestLanes(GuestSession session, int limit) {
        this.session = session;
        this.limit = limit;
    }

    /** The router's limit; 0 for none. */
    void limit(long most) {
        if (most > 0) {
            limit = (int) Math.min(limit, most);
        }
    }

    /** Returns the calling thread's lane. */
    GuestLane current() {
        GuestLane lane = lanes.get(Thread.currentThread());
        return lane != null ? lane : open();
    }

    int count() {
        return lanes.size();
    }

    /** Returns the numbers of the lanes. Any thread. */
    List<Integer> numbers() {
        return lanes.values().stream().map(GuestLane::number).toList();
    }

    private synchronized GuestLane open() {
        int used = lanes.size();
        if (used >= sweepAt || used >= limit) {
            sweep();
            sweepAt = Math.max(FIRST_SWEEP, 2 * lanes.size());
        }
        if (lanes.size() >= limit) {
            throw session.errors()
                    .exhausted(
                            "the thread '"
                                    + Thread.currentThread().getName()
                                    + "' cannot use this session: "
                                    + limit
                                    + " live threads use it already, which is its limit (lanes in"
                                    + " its address, at most the operator's limit); use fewer"
                                    + " threads, or open another session");
        }
        Integer number = free.poll();
        GuestLane lane =
                new GuestLane(session, number == null ? next++ : number, Thread.currentThread());
        lanes.put(Thread.currentThread(), lane);
        return lane;
    }

    @GuardedBy("this")
    private void sweep() {
        LanesEnded ended = new LanesEnded();
        for (Iterator<GuestLane> all = lanes.values().iterator(); all.hasNext(); ) {
            GuestLane lane = all.next();
            if (!lane.thread().isAlive() && lane.isIdle()) {
                all.remove();
                lane.dispose();
                free.add(lane.number());
                ended.add(lane.number());
            }
        }
        session.tell(ended);
    }
}
