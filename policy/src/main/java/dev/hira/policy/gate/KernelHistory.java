package dev.hira.policy.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.LongMap;

/**
 * What a VM's work took so far, and so what it will take. Safe for use by any thread.
 *
 * <p>A kernel's estimate is the larger of an exponentially weighted mean and a recent maximum,
 * which falls towards the mean by a sixteenth with each run: a kernel that is long once in a while
 * is taken for long, one that was long once is not for ever. With more threads than it ever had, a
 * kernel is taken to be as much longer. Copies are estimated from their bytes: a set-up time learnt
 * from small ones, and a time for each byte learnt from large ones, for each direction.
 *
 * <p>Each VM has its own, although kernels are named by their content: what one VM runs, on data of
 * its choice, must not say how long another one's take.
 */
public final class KernelHistory {
    /** What {@link #kernel} says of kernels that never ran. */
    public static final long UNKNOWN = -1;

    private static final int MOST_KERNELS = 4096;
    private static final int MEAN_SHIFT = 3;
    private static final int FADE_SHIFT = 4;
    private static final long SMALL_COPY = 16 << 10;
    private static final long FIRST_SETUP = 2_000;

    /** Eight gigabytes per second, in nanoseconds per MiB. */
    private static final long FIRST_RATE = 131_072;

    /** A day: beyond it, estimates are all the same. */
    private static final double LONGEST = 86_400e9;

    /** What is known of one piece of work. */
    private static final class Estimate {
        /** Exponentially weighted mean. */
        private long mean;

        /** The recent maximum. */
        private long peak;

        /** The largest amount of work of those that this comes from. */
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
    private final LongMap<Estimate> kernels = new LongMap<>();

    @GuardedBy("this")
    private final Estimate[] setups;

    @GuardedBy("this")
    private final Estimate[] rates;

    /**
     * @param directions how many directions of copies there are
     */
    public KernelHistory(int directions) {
        setups = copies(directions, FIRST_SETUP);
        rates = copies(directions, FIRST_RATE);
    }

    /**
     * What a kernel will take.
     *
     * @param code what identifies it
     * @param threads how many threads it has; 0: not known
     * @return the device time in nanoseconds, at least 1; {@link #UNKNOWN} when it never ran
     */
    public synchronized long kernel(long code, long threads) {
        Estimate known = kernels.get(code);
        if (known == null) {
            return UNKNOWN;
        }
        long base = Math.max(1, Math.max(known.mean, known.peak));
        return threads > known.amount && known.amount > 0
                ? scaled(base, threads, known.amount)
                : base;
    }

    /** A kernel ran. */
    public void ranKernel(long code, long threads, long nanos) {
        ranKernel(code, threads, nanos, nanos);
    }

    /**
     * A kernel ran, or several times with as many threads.
     *
     * @param mean what it took on average
     * @param longest what it took at most
     */
    public synchronized void ranKernel(long code, long threads, long mean, long longest) {
        Estimate known = kernels.get(code);
        if (known == null) {
            known = add(code, mean);
        }
        known.learn(mean, longest);
        known.amount = Math.max(known.amount, threads);
    }

    /** What a copy will take, in nanoseconds. */
    public synchronized long copy(int direction, long bytes) {
        long perMiB = rates[direction].mean;
        return setups[direction].mean + scaled(perMiB, bytes, 1 << 20);
    }

    /** A copy ran. */
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
    private Estimate add(long code, long nanos) {
        if (kernels.size() == MOST_KERNELS) {
            kernels.clear(); // more than anybody has; to learn again costs a run each
        }
        Estimate added = new Estimate(nanos);
        kernels.put(code, added);
        return added;
    }

    private static Estimate[] copies(int directions, long first) {
        Estimate[] all = new Estimate[directions];
        for (int i = 0; i < directions; i++) {
            all[i] = new Estimate(first);
        }
        return all;
    }

    /** value · by / of, without overflow. */
    private static long scaled(long value, long by, long of) {
        double exact = (double) value * by / of;
        return (long) Math.min(exact, LONGEST);
    }
}
