package dev.hira.guest.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Tasks to run if asynchronous calls fail, which the guest learns after it has sent them. */
public final class CallRefusals {
    private final ConcurrentMap<Long, Watch> watches = new ConcurrentHashMap<>();
    private final GuestLanes lanes;

    CallRefusals(GuestLanes lanes) {
        this.lanes = lanes;
    }

    /** Returns a watch that runs a task if its call fails; on the link's reading thread. */
    public Watch watch(Runnable task) {
        return new Watch(task);
    }

    /** Runs the task of a call that has failed. On the link's reading thread. */
    void failed(long callId) {
        Watch watch = watches.remove(callId);
        if (watch != null) {
            watch.task.run();
        }
    }

    /** The number of calls that are watched. */
    int size() {
        return watches.size();
    }

    /** A watch over one asynchronous call. */
    public final class Watch implements NumberedCall {
        private final Runnable task;
        private volatile long callId;

        private Watch(Runnable task) {
            this.task = task;
        }

        /**
         * Makes a call, and watches over the first asynchronous call of this thread in it until
         * {@link #end}. Not for calls with late outputs.
         */
        public void over(Runnable call) {
            GuestLane lane = lanes.current();
            lane.watchNext(this);
            try {
                call.run();
            } finally {
                lane.watchNext(null);
            }
        }

        @Override
        public int index() {
            return 0;
        }

        @Override
        public void sentAs(long id) {
            callId = id;
            watches.put(id, this);
        }

        /** Ends the watch; the task does not run any more. Idempotent. */
        public void end() {
            watches.remove(callId, this);
        }
    }
}
