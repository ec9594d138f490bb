package dev.hira.sim.engine;

import dev.hira.api.BlockingBan;
import dev.hira.sim.clock.VirtualClock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The waiting of threads for the work of one group. */
final class WorkAwait {
    private final ChannelGroup group;
    private final DeviceEngines engines;
    private volatile Runnable afterWaiting = () -> {};

    WorkAwait(ChannelGroup group) {
        this.group = group;
        this.engines = group.engines();
    }

    /** Sets an action for each thread to run after it has waited. */
    void afterwards(Runnable action) {
        afterWaiting = action;
    }

    /**
     * Waits for an operation and helps the engines to reach it; on the real clock at most for this
     * many nanoseconds.
     *
     * @return whether it is done
     */
    boolean await(ChannelOperation operation, long nanos) {
        @Nullable VirtualClock virtual = engines.virtual();
        boolean done = true;
        if (!operation.done()) {
            BlockingBan.waits();
        }
        if (virtual != null) {
            virtual.await(operation::done);
        } else {
            done = awaitReal(operation, nanos);
        }
        end();
        return done;
    }

    /** Runs the action that each thread runs after it has waited. */
    void end() {
        afterWaiting.run();
    }

    private boolean awaitReal(ChannelOperation operation, long nanos) {
        long begin = engines.nanos();
        long left = nanos;
        ThreadWaiter waiter = new ThreadWaiter();
        boolean registered = false;
        boolean interrupted = false;
        while (!operation.done() && left > 0) {
            for (int i = 0; i < engines.size(); i++) {
                engines.engine(i).help(group, operation);
            }
            if (!registered) {
                registered = operation.notifyWhenDone(waiter);
            } else if (!operation.done()) {
                // Checks again because helping may have parked in a lock and consumed the wake-up.
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted();
            }
            left = nanos - (engines.nanos() - begin);
        }
        waiter.giveUp();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return operation.done();
    }

    /** Lets the engines work on a channel, without help. */
    void leaveAlone(Channel channel, long nanos) {
        BlockingBan.waits();
        @Nullable VirtualClock virtual = engines.virtual();
        if (virtual != null) {
            virtual.await(channel::idle);
            return;
        }
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(channel, nanos);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits without help until all submitted operations are done.
     *
     * @return false: some operation was not done after this many nanoseconds
     */
    boolean awaitRest(long nanos) throws InterruptedException {
        @Nullable VirtualClock virtual = engines.virtual();
        if (virtual != null) {
            return virtual.await(group::idle, nanos);
        }
        long begin = engines.nanos();
        @Nullable ChannelOperation last;
        while ((last = group.unfinished()) != null) {
            if (!awaitUnhelped(last, nanos - (engines.nanos() - begin))) {
                return false;
            }
        }
        return true;
    }

    private boolean awaitUnhelped(ChannelOperation operation, long nanos)
            throws InterruptedException {
        long begin = engines.nanos();
        ThreadWaiter waiter = new ThreadWaiter();
        boolean wakes = operation.notifyWhenDone(waiter);
        try {
            while (wakes && !operation.done()) {
                long left = nanos - (engines.nanos() - begin);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            return true;
        } finally {
            waiter.giveUp();
        }
    }
}
