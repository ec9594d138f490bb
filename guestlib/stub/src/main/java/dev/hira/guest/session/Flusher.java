package dev.hira.guest.session;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches whose first record has waited long enough. Its thread starts with the first record
 * that is not sent at once. It looks after each delay while the session is busy, so that no thread
 * has to wake it for every batch, and sleeps until woken after several delays without work.
 *
 * <p>{@link #wake} and {@link #rest} are called under the outbox's lock.
 */
final class Flusher implements Runnable {
    /** The number of idle delays after which it sleeps until woken. */
    private static final int MOST_IDLE_DELAYS = 4;

    /** Starts the thread. */
    @FunctionalInterface
    interface Starter {
        Thread start(Runnable task);
    }

    private final CommandOutbox outbox;
    private final long delayNanos;
    private final Starter starter;
    private @Nullable Thread thread;
    private boolean resting;

    Flusher(CommandOutbox outbox, long delayNanos, Starter starter) {
        this.outbox = outbox;
        this.delayNanos = delayNanos;
        this.starter = starter;
    }

    /** Wakes the flusher: records are unsent, or the session is over. */
    void wake() {
        Thread running = thread;
        if (running == null) {
            if (outbox.closed() == null) {
                thread = starter.start(this);
            }
        } else if (resting || outbox.closed() != null) {
            resting = false;
            LockSupport.unpark(running);
        }
    }

    /** Notes that the flusher sleeps until woken. */
    boolean rest() {
        resting = true;
        return true;
    }

    @Override
    public void run() {
        int idle = 0;
        while (outbox.closed() == null) {
            long wait = outbox.flushDue();
            if (wait >= 0) {
                idle = 0;
                LockSupport.parkNanos(this, wait);
            } else if (++idle <= MOST_IDLE_DELAYS) {
                LockSupport.parkNanos(this, delayNanos);
            } else if (outbox.mayRest()) {
                idle = 0;
                LockSupport.park(this);
            }
        }
    }
}
