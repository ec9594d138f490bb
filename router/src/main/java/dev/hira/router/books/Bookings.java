package dev.hira.router.books;

import dev.hira.base.LongIntMap;
import java.util.Arrays;

/**
 * The holdings of each live object of a session: a table of bookings, found by the object's name
 * and by the call that made them. Belongs to one thread; allocates only to grow.
 *
 * <p>A booking is one amount of one resource held under one name. Several bookings can have the
 * same name: those of one call that holds several resources, and those of a later call that reuses
 * the name before the server has reported the death of the earlier object. They are chained in the
 * order in which they were made, which is the server's order of execution, so the death of a name
 * always concerns the oldest call in its chain.
 *
 * <p>The chain of a name is circular: the oldest booking's {@code previous} is the newest.
 */
final class Bookings {
    private static final int NONE = LongIntMap.MISSING;

    /** The call is synchronous and has no reply yet. */
    private static final byte WAITING = 0;

    /** The call is asynchronous: its success is not reported. */
    private static final byte UNKNOWN = 1;

    /** The call succeeded. */
    private static final byte ANSWERED = 2;

    private final LongIntMap oldestOfName;
    private final LongIntMap firstOfCall;

    private long[] names = new long[0];
    private long[] calls = new long[0];
    private long[] amounts = new long[0];

    private int[] resources = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];

    /** The next booking of the same call; for free entries, the next free one. */
    private int[] nextOfCall = new int[0];

    /** {@link #WAITING}, {@link #UNKNOWN} or {@link #ANSWERED}. */
    private byte[] state = new byte[0];

    /** Whether the guest has released the object. Those released are the oldest of a name. */
    private boolean[] released = new boolean[0];

    /** For the oldest booking of a name, the oldest that is not released; else without meaning. */
    private int[] unreleased = new int[0];

    private int releases;

    private int free = NONE;
    private int size;

    Bookings(long salt) {
        oldestOfName = new LongIntMap(salt);
        firstOfCall = new LongIntMap(~salt);
    }

    /** Returns the number of bookings. */
    int size() {
        return size;
    }

    /** Enters all holdings of a call. The call's number must be new. */
    void enter(long call, boolean sync, CostList costs) {
        for (int i = 0; i < costs.allocations(); i++) {
            int entry = take();
            names[entry] = costs.name(i);
            calls[entry] = call;
            amounts[entry] = costs.amount(i);
            resources[entry] = costs.resource(i);
            state[entry] = sync ? WAITING : UNKNOWN;
            nextOfCall[entry] = firstOfCall.get(call);
            firstOfCall.put(call, entry);
            append(entry, costs.name(i));
        }
    }

    /**
     * Notes that the guest releases the oldest object of a name that it has not released yet;
     * returns whether there is one.
     */
    boolean released(long name) {
        int oldest = oldestOfName.get(name);
        int entry = oldest == NONE ? NONE : unreleased[oldest];
        if (entry == NONE) {
            return false;
        }
        long call = calls[entry];
        while (entry != NONE && calls[entry] == call) {
            released[entry] = true;
            releases++;
            entry = newer(entry, oldest);
        }
        unreleased[oldest] = entry;
        return true;
    }

    /** Returns the next newer booking of the same name. */
    private int newer(int entry, int oldest) {
        return next[entry] == oldest ? NONE : next[entry];
    }

    /** Returns the number of bookings whose objects are released and have not died. */
    int releases() {
        return releases;
    }

    /**
     * Notes that a synchronous call succeeded: from now on only the death of its objects matters.
     */
    void answered(long call) {
        for (int at = firstOfCall.get(call); at != NONE; at = nextOfCall[at]) {
            state[at] = ANSWERED;
        }
    }

    /** Notes that a call failed and subtracts its holdings from {@code held}. */
    void failed(long call, long[] held) {
        int entry = firstOfCall.get(call);
        while (entry != NONE && state[entry] != ANSWERED) {
            int following = nextOfCall[entry];
            end(entry, held);
            entry = following;
        }
    }

    /** Notes the death of the object that a call created under a name. */
    void died(long name, long call, long[] held) {
        int entry = firstOfCall.get(call);
        while (entry != NONE) {
            int following = nextOfCall[entry];
            if (names[entry] == name) {
                end(entry, held);
            }
            entry = following;
        }
    }

    /**
     * Notes the death of an object of this name without a known call: the oldest that can have
     * died.
     */
    void died(long name, long[] held) {
        int entry = oldestOfName.get(name);
        // A synchronous call without its reply has no object that could have died.
        if (entry != NONE && state[entry] != WAITING) {
            died(name, calls[entry], held);
        }
    }

    private void end(int entry, long[] held) {
        if (released[entry]) {
            released[entry] = false;
            releases--;
        }
        held[resources[entry]] -= amounts[entry];
        forgetInCall(entry);
        unlink(entry);
        give(entry);
    }

    private void append(int entry, long name) {
        int oldest = oldestOfName.get(name);
        if (oldest == NONE) {
            next[entry] = entry;
            previous[entry] = entry;
            unreleased[entry] = entry;
            oldestOfName.put(name, entry);
            return;
        }
        if (unreleased[oldest] == NONE) {
            unreleased[oldest] = entry;
        }
        int newest = previous[oldest];
        next[newest] = entry;
        previous[entry] = newest;
        next[entry] = oldest;
        previous[oldest] = entry;
    }

    private void unlink(int entry) {
        long name = names[entry];
        if (next[entry] == entry) {
            oldestOfName.remove(name);
            return;
        }
        int oldest = oldestOfName.get(name);
        if (unreleased[oldest] == entry) {
            unreleased[oldest] = newer(entry, oldest);
        }
        next[previous[entry]] = next[entry];
        previous[next[entry]] = previous[entry];
        if (oldest == entry) {
            unreleased[next[entry]] = unreleased[entry];
            oldestOfName.put(name, next[entry]);
        }
    }

    /** Removes a booking from its call's chain. */
    private void forgetInCall(int entry) {
        int at = firstOfCall.get(calls[entry]);
        if (at == entry) {
            if (nextOfCall[entry] == NONE) {
                firstOfCall.remove(calls[entry]);
            } else {
                firstOfCall.put(calls[entry], nextOfCall[entry]);
            }
            return;
        }
        while (nextOfCall[at] != entry) {
            at = nextOfCall[at];
        }
        nextOfCall[at] = nextOfCall[entry];
    }

    private int take() {
        if (free == NONE) {
            grow();
        }
        int entry = free;
        free = nextOfCall[entry];
        size++;
        return entry;
    }

    private void give(int entry) {
        nextOfCall[entry] = free;
        free = entry;
        size--;
    }

    private void grow() {
        int old = names.length;
        int capacity = Math.max(8, old * 2);
        names = Arrays.copyOf(names, capacity);
        calls = Arrays.copyOf(calls, capacity);
        amounts = Arrays.copyOf(amounts, capacity);
        resources = Arrays.copyOf(resources, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        nextOfCall = Arrays.copyOf(nextOfCall, capacity);
        state = Arrays.copyOf(state, capacity);
        released = Arrays.copyOf(released, capacity);
        unreleased = Arrays.copyOf(unreleased, capacity);
        for (int i = capacity - 1; i >= old; i--) {
            nextOfCall[i] = free;
            free = i;
        }
    }
}
