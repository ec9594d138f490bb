package dev.hira.lab.report;

import java.util.List;

/**
 * A chart of one quantity against another.
 *
 * @param logarithmic whether the horizontal axis is
 */
public record Chart(String title, String x, String y, boolean logarithmic, List<Series> series) {
    public Chart {
        series = List.copyOf(series);
    }

    /** A line through points. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only drawn
    public record Series(String name, double[] xs, double[] ys) {
        public Series {
            if (xs.length != ys.length || xs.length == 0) {
                throw new IllegalArgumentException(
                        "the line '"
                                + name
                                + "' has "
                                + xs.length
                                + " places and "
                                + ys.length
                                + " values");
            }
        }
    }
}
