package dev.hira.guest.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;

/**
 * The ranges of the arena that calls take for their payloads.
 *
 * <p>A synchronous call frees its ranges when it is answered. An asynchronous call has no answer,
 * so its ranges are <em>retired</em> with its call id: the server works in the order of sending and
 * has read staged inputs when it has made the call, so its answer to any later call frees them.
 */
public final class Staging {
    private final PayloadArena arena;

    @GuardedBy("this")
    private long[] retired = new long[64];

    @GuardedBy("this")
    private int first;

    @GuardedBy("this")
    private int count;

    private volatile long answered;

    public Staging(PayloadArena arena) {
        this.arena = arena;
    }

    public PayloadArena arena() {
        return arena;
    }

    /** Takes a range of this size, or returns -1 when there is no room now. */
    public synchronized long take(long bytes) {
        long offset = arena.allocate(bytes);
        if (offset < 0 && reclaim()) {
            offset = arena.allocate(bytes);
        }
        return offset;
    }

    /** Frees a range that is no longer read. */
    public void give(long offset) {
        arena.free(offset);
    }

    /** Retires a range until the server has answered a call later than this one. */
    public synchronized void retire(long callId, long offset) {
        reclaim();
        if (2 * (count + 1) > retired.length) {
            unroll(retired.length * 2);
        }
        int at = 2 * (first + count) % retired.length;
        retired[at] = callId;
        retired[at + 1] = offset;
        count++;
    }

    /** Returns whether an answer would free any range. */
    public synchronized boolean hasRetired() {
        return count > 0;
    }

    /** Notes that the server has answered this call. Called by one thread at a time. */
    public void answered(long callId) {
        if (callId > answered) {
            answered = callId;
        }
    }

    @GuardedBy("this")
    private boolean reclaim() {
        boolean some = false;
        long through = answered;
        while (count > 0 && retired[2 * first] < through) {
            arena.free(retired[2 * first + 1]);
            first = (first + 1) % (retired.length / 2);
            count--;
            some = true;
        }
        return some;
    }

    @GuardedBy("this")
    private void unroll(int size) {
        long[] larger = new long[size];
        for (int i = 0; i < count; i++) {
            int from = 2 * ((first + i) % (retired.length / 2));
            larger[2 * i] = retired[from];
            larger[2 * i + 1] = retired[from + 1];
        }
        Arrays.fill(retired, 0);
        retired = larger;
        first = 0;
    }
}
