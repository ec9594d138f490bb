package dev.hira.lab.measure;

/** What happened to one VM or guest: the work that devices did for it, and its iterations. */
public final class Trace {
    private final LongSeries begins = new LongSeries();
    private final LongSeries ends = new LongSeries();
    private final LongSeries iterations = new LongSeries();
    private final LongSeries waits = new LongSeries();
    private final LongSeries refusals = new LongSeries();

    void worked(long begin, long end) {
        begins.add(begin);
        ends.add(end);
    }

    /** An iteration took so long, from its first call to its last answer. */
    public void iterated(long nanos) {
        iterations.add(nanos);
    }

    /** An iteration took so much longer than its kernels run alone. */
    public void waited(long nanos) {
        waits.add(nanos);
    }

    /** A call was refused at some time. */
    public void refused(long now) {
        refusals.add(now);
    }

    /** Adds another's iterations and refusals to these. */
    public void add(Trace other) {
        iterations.addAll(other.iterations);
        refusals.addAll(other.refusals);
    }

    /** The device time between two moments. */
    public long time(long from, long to) {
        long sum = 0;
        for (int i = 0; i < begins.size(); i++) {
            sum += Math.max(0, Math.min(to, ends.get(i)) - Math.max(from, begins.get(i)));
        }
        return sum;
    }

    /** The device time in each of successive windows. */
    public long[] windows(long from, long to, long window) {
        long[] times = new long[(int) ((to - from) / window)];
        for (int i = 0; i < begins.size(); i++) {
            spread(times, begins.get(i) - from, ends.get(i) - from, window);
        }
        return times;
    }

    private static void spread(long[] times, long begin, long end, long window) {
        long at = Math.max(0, begin);
        while (at < end && at / window < times.length) {
            long next = Math.min(end, (at / window + 1) * window);
            times[(int) (at / window)] += next - at;
            at = next;
        }
    }

    /** How many pieces of work ended. */
    public int pieces() {
        return ends.size();
    }

    public int iterations() {
        return iterations.size();
    }

    /** The mean time of an iteration; not a number when there was none. */
    public double meanIteration() {
        return mean(iterations);
    }

    /** A quantile of the times of iterations. */
    public double iteration(double quantile) {
        return quantile(iterations, quantile);
    }

    /** A quantile of the waits; not a number when there was none. */
    public double wait(double quantile) {
        return quantile(waits, quantile);
    }

    public double meanWait() {
        return mean(waits);
    }

    /** How many calls were refused. */
    public int refusals() {
        return refusals.size();
    }

    private static double mean(LongSeries values) {
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += values.get(i);
        }
        return values.size() == 0 ? Double.NaN : sum / values.size();
    }

    private static double quantile(LongSeries values, double quantile) {
        if (values.size() == 0) {
            return Double.NaN;
        }
        long[] sorted = values.sorted();
        return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))];
    }
}
