package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The standstill of a group's channels: operations that have begun go on, except that kernels are
 * paused between blocks, and no other operation begins. The threads that advance channels leave
 * their tokens here.
 */
final class Standstill {
    private volatile boolean asked;

    /** Whether the channels never stand still again. */
    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private final List<Channel> parked = new ArrayList<>();

    /** Whether the channels stand still or are about to. */
    boolean asked() {
        return asked;
    }

    synchronized void begin() {
        asked = !closed;
    }

    /** Takes a channel's token, if the channels are to stand still. Only for its holder. */
    boolean park(Channel channel) {
        return asked && take(channel);
    }

    private synchronized boolean take(Channel channel) {
        if (!asked) {
            return false;
        }
        parked.add(channel);
        channel.parked = true;
        notifyAll();
        return true;
    }

    /** Notes that a thread has given up a channel's token. */
    void tokenReturned() {
        if (asked) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /**
     * Waits until all of these channels stand still; false after this many nanoseconds.
     *
     * @param clock nanosecond clock
     * @throws InterruptedException leaves the standstill as it is
     */
    synchronized boolean await(List<Channel> channels, long nanos, LongSupplier clock)
            throws InterruptedException {
        long begun = clock.getAsLong();
        while (!channels.stream().allMatch(Channel::standsStill)) {
            long left = nanos - (clock.getAsLong() - begun);
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Ends the standstill for good and returns the channels to advance. */
    synchronized List<Channel> close() {
        closed = true;
        return end();
    }

    /** Ends the standstill and returns the channels to advance. */
    synchronized List<Channel> end() {
        asked = false;
        List<Channel> freed = List.copyOf(parked);
        parked.clear();
        freed.forEach(channel -> channel.parked = false);
        return freed;
    }
}
