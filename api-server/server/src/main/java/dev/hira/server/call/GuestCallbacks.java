package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.server.dispatch.ServerCall.CallbackCall;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.v1.Resumed;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The callback invocations under way; a driver thread waits for each. Safe for any number of
 * threads.
 */
final class GuestCallbacks {
    private static final int CALLBACK_ID = 1;

    private final GuestOutbox outbox;
    private final BooleanSupplier hasTurn;
    private final Runnable nudge;
    private final ConcurrentHashMap<Long, CountDownLatch> waiting = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** Signalled when the guest has answered the last invocation. */
    private final Condition none = lock.newCondition();

    /** The number of the last invocation. */
    @GuardedBy("this")
    private long lastInvocation;

    private volatile boolean closed;

    /**
     * Creates the invocations of a session.
     *
     * @param hasTurn whether the calling thread has the session's turn and so cannot wait
     * @param nudge makes the session decide again whether to read, because now it must
     */
    GuestCallbacks(GuestOutbox outbox, BooleanSupplier hasTurn, Runnable nudge) {
        this.outbox = outbox;
        this.hasTurn = hasTurn;
        this.nudge = nudge;
    }

    CallbackCall open(int type, long callbackId) {
        ArgsWriter args = new ArgsWriter();
        args.uint64(CALLBACK_ID, callbackId);
        return new Invocation(type, args);
    }

    /** Records that the guest's code has returned; false when no thread waits for this number. */
    boolean returned(long invocation) {
        CountDownLatch waiter = waiting.remove(invocation);
        if (waiter == null) {
            return false;
        }
        waiter.countDown();
        if (waiting.isEmpty()) {
            lock.lock();
            try {
                none.signalAll();
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    /**
     * Waits until the guest has answered all invocations.
     *
     * @return the rest of the time limit; negative when it has passed
     */
    long awaitNone(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (!waiting.isEmpty()) {
                if (left <= 0) {
                    return -1;
                }
                left = none.awaitNanos(left);
            }
            return Math.max(0, left);
        } finally {
            lock.unlock();
        }
    }

    /** Numbers the invocations after this number. */
    synchronized void numberAfter(long number) {
        lastInvocation = number;
    }

    /** Tells the last invocation, and those that the guest has not answered yet. */
    synchronized void tell(Resumed.Builder to) {
        to.setLastCallback(lastInvocation).addAllCallbacks(waiting.keySet());
    }

    /** The number of invocations that the guest has not answered yet. */
    int underWay() {
        return waiting.size();
    }

    /** Releases all waiting threads, and all that would wait later. */
    void close() {
        closed = true;
        for (Long invocation : waiting.keySet()) {
            returned(invocation);
        }
    }

    private final class Invocation implements CallbackCall {
        private final int type;
        private final ArgsWriter args;

        Invocation(int type, ArgsWriter args) {
            this.type = type;
            this.args = args;
        }

        @Override
        public ArgsWriter args() {
            return args;
        }

        @Override
        public void invoke() {
            if (hasTurn.getAsBoolean()) {
                throw new IllegalStateException(
                        "a driver ran a callback on the thread that has the session's turn;"
                                + " while that thread waits, it cannot receive the guest's answer");
            }
            CountDownLatch returned = new CountDownLatch(1);
            if (ask(type, args, returned)) {
                nudge.run();
                awaitUninterrupted(returned);
            }
        }
    }

    /** Asks the guest for an invocation; false: it is gone. */
    private synchronized boolean ask(int type, ArgsWriter args, CountDownLatch returned) {
        long invocation = ++lastInvocation;
        waiting.put(invocation, returned);
        if (closed) {
            waiting.remove(invocation);
            return false;
        }
        outbox.callback(type, invocation, args);
        return true;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
