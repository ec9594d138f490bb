package dev.hira.policy.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.LongMap;

/**
 * Estimates the device time of a VM's next work from that of its past work. Thread-safe.
 *
 * <p>A key names equal work: the code of a kernel, or a number that stands for a function whose
 * calls are neither kernels nor copies. The estimate of such work is the larger of an exponentially
 * weighted mean and a recent maximum, which falls towards the mean by a sixteenth with each run: a
 * kernel that is long now and then counts as long; a kernel that was long once does not count as
 * long for ever. The estimate grows in proportion when a kernel has more threads than ever before.
 * Copies have no keys and are estimated from their bytes: a set-up time learnt from small copies
 * and a time per byte learnt from large ones, for each direction.
 *
 * <p>Each VM has its own history although kernels are named by their content: the run times of one
 * VM's data must not leak to another VM.
 */
public final class WorkHistory {
    /** Estimate of work that never ran. */
    public static final long UNKNOWN = -1;

    private static final int MOST_KEYS = 4096;
    private static final int MEAN_SHIFT = 3;
    private static final int FADE_SHIFT = 4;
    private static final long SMALL_COPY = 16 << 10;
    private static final long FIRST_SETUP = 2_000;

    /** Eight gigabytes per second, in nanoseconds per MiB. */
    private static final long FIRST_RATE = 131_072;

    /** A day: longer estimates make no difference. */
    private static final double LONGEST = 86_400e9;

    /** The history of equal work. */
    private static final class Estimate {
        /** Exponentially weighted mean. */
        private long mean;

        /** The recent maximum. */
        private long peak;

        /** The largest amount of work among the runs that were learnt from. */
        private long amount;

        Estimate(long first) {
            mean = first;
            peak = first;
        }

        void learn(long nanos, long longest) {
            mean += (nanos - mean) >> MEAN_SHIFT;
            peak = Math.max(longest, peak - ((peak - mean) >> FADE_SHIFT));
        }
    }

    @GuardedBy("this")
    private final LongMap<Estimate> byKey = new LongMap<>();

    @GuardedBy("this")
    private final Estimate[] setups;

    @GuardedBy("this")
    private final Estimate[] rates;

    /**
     * @param directions number of copy directions
     */
    public WorkHistory(int directions) {
        setups = copies(directions, FIRST_SETUP);
        rates = copies(directions, FIRST_RATE);
    }

    /**
     * Estimates the device time of a kernel or of other work that is no copy.
     *
     * @param key names equal work
     * @param threads the number of a kernel's threads; 0: unknown, or no kernel
     * @return the device time in nanoseconds, at least 1; {@link #UNKNOWN} when the work never ran
     */
    public synchronized long estimate(long key, long threads) {
        Estimate known = byKey.get(key);
        if (known == null) {
            return UNKNOWN;
        }
        long base = Math.max(1, Math.max(known.mean, known.peak));
        return threads > known.amount && known.amount > 0
                ? scaled(base, threads, known.amount)
                : base;
    }

    /** Learns from one run of a kernel or of other work that is no copy. */
    public void ran(long key, long threads, long nanos) {
        ran(key, threads, nanos, nanos);
    }

    /**
     * Learns from one or more runs of equal work with the same number of threads.
     *
     * @param mean the average device time
     * @param longest the longest device time
     */
    public synchronized void ran(long key, long threads, long mean, long longest) {
        Estimate known = byKey.get(key);
        if (known == null) {
            known = add(key, mean);
        }
        known.learn(mean, longest);
        known.amount = Math.max(known.amount, threads);
    }

    /** Estimates the device time of a copy in nanoseconds. */
    public synchronized long estimateCopy(int direction, long bytes) {
        long perMiB = rates[direction].mean;
        return setups[direction].mean + scaled(perMiB, bytes, 1 << 20);
    }

    /** Learns from one copy. */
    public synchronized void ranCopy(int direction, long bytes, long nanos) {
        if (bytes <= SMALL_COPY) {
            setups[direction].learn(nanos, nanos);
        } else {
            long moving = Math.max(0, nanos - setups[direction].mean);
            long perMiB = Math.max(1, scaled(moving, 1 << 20, bytes));
            rates[direction].learn(perMiB, perMiB);
        }
    }

    @GuardedBy("this")
    private Estimate add(long key, long nanos) {
        if (byKey.size() == MOST_KEYS) {
            byKey.clear(); // no real program has as many; learning again costs one run of each
        }
        Estimate added = new Estimate(nanos);
        byKey.put(key, added);
        return added;
    }

    private static Estimate[] copies(int directions, long first) {
        Estimate[] all = new Estimate[directions];
        for (int i = 0; i < directions; i++) {
            all[i] = new Estimate(first);
        }
        return all;
    }

    /** Returns value · by / of without overflow. */
    private static long scaled(long value, long by, long of) {
        double exact = (double) value * by / of;
        return (long) Math.min(exact, LONGEST);
    }
}
