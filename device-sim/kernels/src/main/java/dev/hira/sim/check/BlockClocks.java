package dev.hira.sim.check;

import dev.hira.sim.run.BlockScheduler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each thread of a block knows of the others: up to which time it has seen what they did. Time
 * is a counter of the block that goes on whenever threads meet; a thread's accesses have the time
 * of its last meeting. Arrays of what is known are shared by those who met, and never changed.
 *
 * <p>Of other blocks, threads know up to which time they have seen all that those did: a thread
 * that publishes vouches for its whole block, so that some races between blocks are not found, but
 * never one that is none.
 */
final class BlockClocks {
    /** What a thread has published in memory for who reads it there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Published(long block, long[] threads, Map<Long, Long> others) {}

    private final int threads;
    private final long[] own;
    private final long[][] known;
    private final @Nullable Map<Long, Long>[] others;

    /** What threads published by fences that they made, for their next strong writes. */
    private final @Nullable Published[] fenced;

    /** What those who only arrived at a barrier have brought there. */
    private final Map<Integer, long[]> arrived = new HashMap<>();

    /** What the threads knew and did that have left the kernel. */
    private long @Nullable [] ended;

    private long block;
    private long time;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types
    BlockClocks(int threads) {
        this.threads = threads;
        this.own = new long[threads];
        this.known = new long[threads][];
        this.others = new Map[threads];
        this.fenced = new Published[threads];
    }

    /** Another block begins: its threads know nothing of each other. */
    void begin(long number) {
        block = number;
        time++;
        Arrays.fill(own, time);
        Arrays.fill(known, new long[threads]);
        Arrays.fill(others, null);
        Arrays.fill(fenced, null);
        arrived.clear();
        ended = null;
    }

    /** The number of the block. */
    long block() {
        return block;
    }

    /** The present time of a thread. */
    long now(int thread) {
        return own[thread];
    }

    /** Whether a thread has seen what a thread of some block did at some time. */
    boolean knows(int thread, long ofBlock, int other, long when) {
        if (ofBlock == block) {
            return other == thread || known[thread][other] >= when;
        }
        Map<Long, Long> seen = others[thread];
        return seen != null && seen.getOrDefault(ofBlock, 0L) >= when;
    }

    /** A thread has left the kernel; it counts as having come to all barriers that follow. */
    void end(int thread) {
        long[] clock = clock(thread);
        if (ended != null) {
            max(clock, ended);
        }
        ended = clock;
    }

    /** Threads have met: each knows what any of them knows and did. */
    @SuppressWarnings("ReferenceEquality") // arrays are shared by those who met
    private void meet(int[] members, int count, long[] all) {
        long @Nullable [] last = null;
        Map<Long, Long> foreign = null;
        Published ready = null;
        for (int i = 0; i < count; i++) {
            int member = members[i];
            if (known[member] != last) {
                last = known[member];
                max(all, last);
            }
            foreign = join(foreign, others[member]);
            ready = join(ready, fenced[member]);
        }
        for (int i = 0; i < count; i++) {
            all[members[i]] = Math.max(all[members[i]], own[members[i]]);
        }
        time++;
        for (int i = 0; i < count; i++) {
            own[members[i]] = time;
            known[members[i]] = all;
            others[members[i]] = foreign;
            fenced[members[i]] = ready;
        }
    }

    /** Those who waited at a barrier go on, with what those have brought who only came by. */
    void meetAt(int barrier, int[] members, int count) {
        long[] all = arrived.remove(barrier);
        if (all == null) {
            all = new long[threads];
        }
        if (ended != null) {
            max(all, ended);
        }
        meet(members, count, all);
    }

    /** Lanes of a warp have met. */
    void meet(int first, int lanes) {
        int[] members = new int[BlockScheduler.WARP];
        int count = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            members[count++] = first + Integer.numberOfTrailingZeros(open);
        }
        meet(members, count, new long[threads]);
    }

    /** A thread brings to a barrier what it knows and did, and goes on. */
    void arrive(int thread, int barrier) {
        long[] brought = arrived.computeIfAbsent(barrier, _ -> new long[threads]);
        max(brought, clock(thread));
        own[thread] = ++time;
    }

    /** A thread makes what it did ready to be published. */
    void fence(int thread) {
        fenced[thread] = published(thread);
    }

    /**
     * What a thread publishes with a strong write, or null.
     *
     * @param releases whether the write itself is a fence
     */
    @Nullable Published publishes(int thread, boolean releases) {
        return releases ? published(thread) : fenced[thread];
    }

    private Published published(int thread) {
        Published all = new Published(block, clock(thread), orEmpty(others[thread]));
        own[thread] = ++time;
        return all;
    }

    private long[] clock(int thread) {
        long[] clock = known[thread].clone();
        clock[thread] = own[thread];
        return clock;
    }

    /** A thread sees what others have published. */
    void acquire(int thread, Published seen) {
        Map<Long, Long> foreign = new HashMap<>(orEmpty(others[thread]));
        seen.others().forEach((other, when) -> foreign.merge(other, when, Math::max));
        if (seen.block() == block) {
            long[] all = known[thread].clone();
            max(all, seen.threads());
            known[thread] = all;
        } else {
            foreign.merge(seen.block(), latest(seen.threads()), Math::max);
        }
        Long ofThis = foreign.remove(block);
        if (ofThis != null) {
            long[] all = known[thread].clone();
            Arrays.setAll(all, other -> Math.max(all[other], ofThis));
            known[thread] = all;
        }
        others[thread] = foreign.isEmpty() ? null : foreign;
    }

    /** What two threads have published in the same place. */
    static Published both(Published earlier, Published later) {
        Map<Long, Long> foreign = new HashMap<>(earlier.others());
        later.others().forEach((other, when) -> foreign.merge(other, when, Math::max));
        long[] all = later.threads();
        if (earlier.block() == later.block()) {
            all = all.clone();
            max(all, earlier.threads());
        } else {
            foreign.merge(earlier.block(), latest(earlier.threads()), Math::max);
        }
        return new Published(later.block(), all, foreign);
    }

    private static long latest(long[] clock) {
        long latest = 0;
        for (long when : clock) {
            latest = Math.max(latest, when);
        }
        return latest;
    }

    private static void max(long[] all, long[] more) {
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.max(all[i], more[i]);
        }
    }

    private static Map<Long, Long> orEmpty(@Nullable Map<Long, Long> map) {
        return map == null ? Map.of() : map;
    }

    @SuppressWarnings("ReferenceEquality") // what is the same needs no joining
    private static @Nullable Published join(@Nullable Published one, @Nullable Published other) {
        if (one == other || other == null) {
            return one;
        }
        return one == null ? other : both(one, other);
    }

    @SuppressWarnings("ReferenceEquality") // what is the same needs no joining
    private static @Nullable Map<Long, Long> join(
            @Nullable Map<Long, Long> one, @Nullable Map<Long, Long> other) {
        if (one == other || other == null) {
            return one;
        }
        if (one == null) {
            return other;
        }
        Map<Long, Long> all = new HashMap<>(one);
        other.forEach((block, when) -> all.merge(block, when, Math::max));
        return all;
    }
}
