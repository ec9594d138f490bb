package dev.hira.policy.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.base.LongMap;

/**
 * Estimates the device time of a VM's next work from that of its past work. Thread-safe.
 *
 * <p>A kernel's estimate is the larger of an exponentially weighted mean and a recent maximum,
 * which falls towards the mean by a sixteenth with each run: a kernel that is long now and then
 * counts as long; a kernel that was long once does not count as long for ever. The estimate grows
 * in proportion when a kernel has more threads than ever before. Copies are estimated from their
 * bytes: a set-up time learnt from small copies and a time per byte learnt from large ones, for
 * each direction.
 *
 * <p>Each VM has its own history although kernels are named by their content: the run times of one
 * VM's data must not leak to another VM.
 */
public final class KernelHistory {
    /** Estimate of kernels that never ran. */
    public static final long UNKNOWN = -1;

    private static final int MOST_KERNELS = 4096;
    private static final int MEAN_SHIFT = 3;
    private static final int FADE_SHIFT = 4;
    private static final long SMALL_COPY = 16 << 10;
    private static final long FIRST_SETUP = 2_000;

    /** Eight gigabytes per second, in nanoseconds per MiB. */
    private static final long FIRST_RATE = 131_072;

    /** A day: longer estimates make no difference. */
    private static final double LONGEST = 86_400e9;

    /** The history of one kind of work. */
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
    private final LongMap<Estimate> kernels = new LongMap<>();

    @GuardedBy("this")
    private final Estimate[] setups;

    @GuardedBy("this")
    private final Estimate[] rates;

    /**
     * @param directions number of copy directions
     */
    public KernelHistory(int directions) {
        setups = copies(directions, FIRST_SETUP);
        rates = copies(directions, FIRST_RATE);
    }

    /**
     * Estimates the device time of a kernel.
     *
     * @param code the kernel's identity
     * @param threads the number of its threads; 0: unknown
     * @return the device time in nanoseconds, at least 1; {@link #UNKNOWN} when the kernel never
     *     ran
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

    /** Learns from one run of a kernel. */
    public void ranKernel(long code, long threads, long nanos) {
        ranKernel(code, threads, nanos, nanos);
    }

    /**
     * Learns from one or more runs of a kernel with the same number of threads.
     *
     * @param mean the average device time
     * @param longest the longest device time
     */
    public synchronized void ranKernel(long code, long threads, long mean, long longest) {
        Estimate known = kernels.get(code);
        if (known == null) {
            known = add(code, mean);
        }
        known.learn(mean, longest);
        known.amount = Math.max(known.amount, threads);
    }

    /** Estimates the device time of a copy in nanoseconds. */
    public synchronized long copy(int direction, long bytes) {
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
    private Estimate add(long code, long nanos) {
        if (kernels.size() == MOST_KERNELS) {
            kernels.clear(); // no real program has as many; learning again costs one run of each
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

    /** Returns value · by / of without overflow. */
    private static long scaled(long value, long by, long of) {
        double exact = (double) value * by / of;
        return (long) Math.min(exact, LONGEST);
    }
}
