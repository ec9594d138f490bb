package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The standstill of a group's channels: operations that have begun go on, except that kernels are
 * paused between blocks, and no other operation begins. The threads that advance channels leave
 * their tokens here. Before a standstill, functions of the program alone can be kept from
 * beginning.
 */
final class Standstill {
    private volatile boolean asked;

    /** Whether the channels never stand still again. */
    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private final List<Channel> parked = new ArrayList<>();

    /** Whether no further function of the program begins. */
    @GuardedBy("this")
    private boolean functionsWait;

    /** The channels whose next operation is a function that waits. */
    @GuardedBy("this")
    private final List<Channel> parkedAtFunctions = new ArrayList<>();

    /** The calls of the host that have begun and have not returned. */
    @GuardedBy("this")
    private int calls;

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

    // --- functions of the program

    /** Lets no further function of the program begin; all other operations go on. */
    synchronized void holdFunctions() {
        functionsWait = !closed;
    }

    /**
     * Notes that the call at the head of a channel begins, or takes the channel's token if
     * functions wait. Only for the token's holder.
     */
    synchronized boolean begins(HostOperation call, Channel channel) {
        if (functionsWait && call.canBeHeld()) {
            parkedAtFunctions.add(channel);
            channel.parked = true;
            notifyAll();
            return false;
        }
        calls++;
        return true;
    }

    /** Notes that a call has returned. */
    synchronized void hostReturned() {
        calls--;
        notifyAll();
    }

    /**
     * Waits until no call is under way; false after this many nanoseconds.
     *
     * @param clock nanosecond clock
     */
    synchronized boolean awaitFunctions(long nanos, LongSupplier clock)
            throws InterruptedException {
        long begun = clock.getAsLong();
        while (calls > 0) {
            long left = nanos - (clock.getAsLong() - begun);
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Lets functions begin again and returns the channels to advance. */
    synchronized List<Channel> letFunctions() {
        functionsWait = false;
        return freed(parkedAtFunctions);
    }

    // --- the end

    /** Ends the standstill for good and returns the channels to advance. */
    synchronized List<Channel> close() {
        closed = true;
        List<Channel> all = new ArrayList<>(end());
        all.addAll(letFunctions());
        return all;
    }

    /** Ends the standstill and returns the channels to advance. */
    synchronized List<Channel> end() {
        asked = false;
        return freed(parked);
    }

    private static List<Channel> freed(List<Channel> waiting) {
        List<Channel> freed = List.copyOf(waiting);
        waiting.clear();
        freed.forEach(channel -> channel.parked = false);
        return freed;
    }
}
