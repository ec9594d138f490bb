package dev.hira.lab.measure;

/** The record of one VM or guest: the work of devices for it, and its iterations. */
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

    /** Records the time of an iteration, from its first call to its last answer. */
    public void iterated(long nanos) {
        iterations.add(nanos);
    }

    /** Records by how much an iteration exceeded the time of its kernels alone. */
    public void waited(long nanos) {
        waits.add(nanos);
    }

    /** Records a refused call. */
    public void refused(long now) {
        refusals.add(now);
    }

    /** Adds the iterations and refusals of another trace. */
    public void add(Trace other) {
        iterations.addAll(other.iterations);
        refusals.addAll(other.refusals);
    }

    /** Returns the device time between two moments. */
    public long time(long from, long to) {
        long sum = 0;
        for (int i = 0; i < begins.size(); i++) {
            sum += Math.max(0, Math.min(to, ends.get(i)) - Math.max(from, begins.get(i)));
        }
        return sum;
    }

    /** Returns the device time in each of successive windows. */
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

    /** Returns the number of finished pieces of work. */
    public int pieces() {
        return ends.size();
    }

    public int iterations() {
        return iterations.size();
    }

    /** Returns the mean time of an iteration; NaN without iterations. */
    public double meanIteration() {
        return mean(iterations);
    }

    /** Returns a quantile of the times of iterations. */
    public double iteration(double quantile) {
        return quantile(iterations, quantile);
    }

    /** Returns a quantile of the waits; NaN without waits. */
    public double wait(double quantile) {
        return quantile(waits, quantile);
    }

    public double meanWait() {
        return mean(waits);
    }

    /** Returns the number of refused calls. */
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
