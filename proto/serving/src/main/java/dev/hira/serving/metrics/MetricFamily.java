package dev.hira.serving.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A metric while it is gathered: a value or a histogram for each combination of labels. Values with
 * the same labels are added. For one thread, once.
 */
public final class MetricFamily {
    private static final double NANOS = 1e9;

    private final String name;
    private final String help;
    private final String[] labels;
    private final Map<List<String>, Double> values = new LinkedHashMap<>();
    private final Map<List<String>, Histogram> histograms = new LinkedHashMap<>();

    /**
     * @param name in the style of Prometheus, without {@code _total}
     * @param labels the names of the metric's labels
     */
    public MetricFamily(String name, String help, String... labels) {
        this.name = name;
        this.help = help;
        this.labels = labels.clone();
    }

    /** Adds to the value of these labels. */
    public void add(double value, String... labelValues) {
        values.merge(key(labelValues), value, Double::sum);
    }

    /** Adds to the value of these labels. */
    public void add(long value, String... labelValues) {
        add((double) value, labelValues);
    }

    /** Adds nanoseconds to the value of these labels, which is in seconds. */
    public void addNanos(long nanos, String... labelValues) {
        add(nanos / NANOS, labelValues);
    }

    /**
     * Adds to the histogram of these labels.
     *
     * @param counts the number of values in each bucket
     * @param nanos the sum of all values
     */
    public void addHistogram(long[] counts, long nanos, String... labelValues) {
        Histogram sum = histograms.computeIfAbsent(key(labelValues), k -> new Histogram(counts));
        sum.nanos += nanos;
        for (int i = 0; i < counts.length; i++) {
            sum.counts[i] += counts[i];
        }
    }

    private List<String> key(String[] labelValues) {
        if (labelValues.length != labels.length) {
            throw new IllegalArgumentException(
                    name + " has the labels " + List.of(labels) + ", not " + labelValues.length);
        }
        return List.of(labelValues);
    }

    /** Returns the metric as a counter. */
    public MetricSnapshot counter() {
        List<CounterDataPointSnapshot> points =
                values.entrySet().stream()
                        .map(e ->
                                new CounterDataPointSnapshot(
                                        e.getValue(), labels(e.getKey()), null, 0))
                        .toList();
        return new CounterSnapshot(new MetricMetadata(name, help), points);
    }

    /** Returns the metric as a gauge. */
    public MetricSnapshot gauge() {
        List<GaugeDataPointSnapshot> points =
                values.entrySet().stream()
                        .map(e ->
                                new GaugeDataPointSnapshot(e.getValue(), labels(e.getKey()), null))
                        .toList();
        return new GaugeSnapshot(new MetricMetadata(name, help), points);
    }

    /**
     * Returns the metric as a histogram over seconds.
     *
     * @param bounds the upper bounds of the buckets, in nanoseconds; {@link Long#MAX_VALUE}: none
     */
    public MetricSnapshot histogram(long[] bounds) {
        double[] seconds =
                Arrays.stream(bounds)
                        .mapToDouble(
                                b -> b == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : b / NANOS)
                        .toArray();
        List<HistogramDataPointSnapshot> points =
                histograms.entrySet().stream()
                        .map(e -> e.getValue().point(seconds, labels(e.getKey())))
                        .toList();
        return new HistogramSnapshot(new MetricMetadata(name, help), points);
    }

    private Labels labels(List<String> labelValues) {
        return Labels.of(labels, labelValues.toArray(String[]::new));
    }

    private static final class Histogram {
        private final long[] counts;
        private long nanos;

        Histogram(long[] shape) {
            counts = new long[shape.length];
        }

        HistogramDataPointSnapshot point(double[] seconds, Labels labels) {
            return HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(seconds, counts))
                    .sum(nanos / NANOS)
                    .labels(labels)
                    .build();
        }
    }
}
