package dev.hira.guest.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;

/**
 * The places in the arena that calls take for their payloads.
 *
 * <p>A synchronous call gives its places back when it is answered. An asynchronous call is not
 * answered, so its places are <em>retired</em> with its call id: the server works in the order of
 * sending and has read staged inputs when it has made the call, hence an answer of the server to
 * any later call says that they are free.
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

    /** A place of so many bytes, or -1 when there is no room now. */
    public synchronized long take(long bytes) {
        long offset = arena.allocate(bytes);
        if (offset < 0 && reclaim()) {
            offset = arena.allocate(bytes);
        }
        return offset;
    }

    /** Gives a place back that nobody reads any more. */
    public void give(long offset) {
        arena.free(offset);
    }

    /** Gives a place back as soon as the server has answered a call later than this one. */
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

    /** Whether an answer would make room. */
    public synchronized boolean hasRetired() {
        return count > 0;
    }

    /** The server has answered this call. Called by one thread at a time. */
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
