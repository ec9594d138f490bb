package dev.hira.sim.check;

import dev.hira.sim.run.BlockScheduler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The vector clocks of the threads of a block: the time up to which each thread has seen the
 * accesses of the others. Time is a counter of the block that advances whenever threads meet; a
 * thread's accesses have the time of its last meeting. Threads that have met share immutable arrays
 * of clocks.
 *
 * <p>Of another block, a thread knows the time up to which it has seen the accesses of all its
 * threads: a thread that publishes vouches for its whole block. Some races between blocks are
 * therefore missed, but none is reported falsely.
 */
final class BlockClocks {
    /** The clock that a thread has published in memory for its readers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Published(long block, long[] threads, Map<Long, Long> others) {}

    private final int threads;
    private final long[] own;
    private final long[][] known;
    private final @Nullable Map<Long, Long>[] others;

    /**
     * For each thread the times up to which the lanes of its warp have run in step with it, by
     * lane. They order nothing. Lanes that were together share an array.
     */
    private final long[][] inStep;

    /** The times of a lane that runs in step with no other. */
    private final long[] alone = new long[BlockScheduler.WARP];

    /** The clocks that threads have prepared by fences for their next strong writes. */
    private final @Nullable Published[] fenced;

    /** The clocks that threads have left at barriers at which they only arrived. */
    private final Map<Integer, long[]> arrived = new HashMap<>();

    /** The joined clocks of the threads that have left the kernel. */
    private long @Nullable [] ended;

    private long block;
    private long time;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types
    BlockClocks(int threads) {
        this.threads = threads;
        this.own = new long[threads];
        this.known = new long[threads][];
        this.others = new Map[threads];
        this.inStep = new long[threads][];
        this.fenced = new Published[threads];
    }

    /** Begins another block, whose threads know nothing of each other. */
    void begin(long number) {
        block = number;
        time = 1;
        Arrays.fill(own, time);
        Arrays.fill(known, new long[threads]);
        Arrays.fill(others, null);
        Arrays.fill(inStep, alone);
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

    /** Returns whether a thread has seen the accesses of a thread of some block at some time. */
    boolean knows(int thread, long ofBlock, int other, long when) {
        if (ofBlock == block) {
            return other == thread || known[thread][other] >= when;
        }
        Map<Long, Long> seen = others[thread];
        return seen != null && seen.getOrDefault(ofBlock, 0L) >= when;
    }

    /** Ends a thread; it counts as having come to all later barriers. */
    void end(int thread) {
        long[] clock = clock(thread);
        if (ended != null) {
            max(clock, ended);
        }
        ended = clock;
    }

    /** Joins the clocks of threads that have met. */
    @SuppressWarnings("ReferenceEquality") // threads that met share arrays
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

    /**
     * Joins the clocks of threads that waited at a barrier, and those of threads that only arrived.
     */
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

    /** Joins the clocks of lanes of a warp that have met. */
    void meet(int first, int lanes) {
        int[] members = new int[BlockScheduler.WARP];
        int count = 0;
        for (int open = lanes; open != 0; open &= open - 1) {
            members[count++] = first + Integer.numberOfTrailingZeros(open);
        }
        meet(members, count, new long[threads]);
    }

    /** Notes that lanes of a warp are together without a barrier. */
    @SuppressWarnings("ReferenceEquality") // lanes that were together share arrays
    void step(int first, int lanes) {
        long[] all = new long[BlockScheduler.WARP];
        long @Nullable [] last = null;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            if (inStep[first + lane] != last) {
                last = inStep[first + lane];
                max(all, last);
            }
        }
        time++;
        for (int open = lanes; open != 0; open &= open - 1) {
            int lane = Integer.numberOfTrailingZeros(open);
            all[lane] = Math.max(all[lane], own[first + lane]);
            own[first + lane] = time;
            inStep[first + lane] = all;
        }
    }

    /**
     * Notes that lanes of a warp may poll from now on: what they read may be what another lane has
     * written before, but they do not rely on it.
     */
    void leaveStep(int first, int lanes) {
        for (int open = lanes; open != 0; open &= open - 1) {
            inStep[first + Integer.numberOfTrailingZeros(open)] = alone;
        }
    }

    /**
     * Returns whether the step of their warp orders two threads' accesses: the accesses that the
     * other thread made at some time come before the present accesses of the thread.
     */
    boolean follows(int thread, int other, long when) {
        return thread / BlockScheduler.WARP == other / BlockScheduler.WARP
                && inStep[thread][other % BlockScheduler.WARP] >= when;
    }

    /** Leaves a thread's clock at a barrier at which it only arrives. */
    void arrive(int thread, int barrier) {
        long[] brought = arrived.computeIfAbsent(barrier, _ -> new long[threads]);
        max(brought, clock(thread));
        own[thread] = ++time;
    }

    /** Prepares a thread's clock for publication. */
    void fence(int thread) {
        fenced[thread] = published(thread);
    }

    /**
     * Returns the clock that a thread publishes with a strong write, or null.
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

    /** Joins a clock that others have published into a thread's clock. */
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

    /** Joins the clocks that two threads have published at the same address. */
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

    @SuppressWarnings("ReferenceEquality") // equal clocks need no join
    private static @Nullable Published join(@Nullable Published one, @Nullable Published other) {
        if (one == other || other == null) {
            return one;
        }
        return one == null ? other : both(one, other);
    }

    @SuppressWarnings("ReferenceEquality") // equal clocks need no join
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
