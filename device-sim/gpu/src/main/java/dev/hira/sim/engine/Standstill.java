package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The standstill of a group's channels: operations that have begun go on, except that kernels are
 * paused between blocks, and no other operation begins. The threads that advance channels leave
 * their tokens here. Before a standstill, functions of the program alone can be kept from
 * beginning.
 */
public final class Standstill {
    private final ChannelGroup group;
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

    Standstill(ChannelGroup group) {
        this.group = group;
    }

    /** Whether the channels stand still or are about to. */
    public boolean asked() {
        return asked;
    }

    /**
     * Makes the channels stand still: pauses the running kernels, and begins no other operation.
     * Only on the real clock.
     */
    public void begin() {
        synchronized (this) {
            asked = !closed;
        }
        DeviceEngines engines = group.engines();
        for (int i = 0; i < engines.size(); i++) {
            engines.engine(i).withdraw(group).forEach(Pump::start);
        }
        group.running().pause();
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
     * Waits until all channels stand still, after the standstills of all groups for whose channels
     * they wait have {@linkplain #begin begun}; false after this many nanoseconds.
     *
     * @throws InterruptedException leaves the standstill as it is
     */
    public boolean await(long nanos) throws InterruptedException {
        List<Channel> channels = group.channels();
        return awaitThat(() -> channels.stream().allMatch(Channel::standsStill), nanos);
    }

    private synchronized boolean awaitThat(BooleanSupplier condition, long nanos)
            throws InterruptedException {
        long begun = group.engines().nanos();
        while (!condition.getAsBoolean()) {
            long left = nanos - (group.engines().nanos() - begun);
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    // --- functions of the program

    /** Lets no further function of the program begin; all other operations go on. */
    public synchronized void holdFunctions() {
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

    /** Waits until the host has no call under way; false after this many nanoseconds. */
    public boolean awaitFunctions(long nanos) throws InterruptedException {
        return awaitThat(this::noCalls, nanos);
    }

    private synchronized boolean noCalls() {
        return calls == 0;
    }

    /** Lets functions of the program begin again. */
    public void letFunctions() {
        List<Channel> freed;
        synchronized (this) {
            functionsWait = false;
            freed = takeAll(parkedAtFunctions);
        }
        freed.forEach(Pump::start);
    }

    // --- the end

    /** Ends the standstill, whether or not it was reached. */
    public void end() {
        List<Channel> freed;
        synchronized (this) {
            asked = false;
            freed = takeAll(parked);
        }
        freed.forEach(Pump::start);
    }

    /** Ends the standstill; the channels never stand still again. */
    public void endForGood() {
        synchronized (this) {
            closed = true;
        }
        end();
        letFunctions();
    }

    private static List<Channel> takeAll(List<Channel> waiting) {
        List<Channel> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(channel -> channel.parked = false);
        return all;
    }
}
