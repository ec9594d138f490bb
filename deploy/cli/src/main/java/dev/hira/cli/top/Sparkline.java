package dev.hira.cli.top;

/** A row of small bars, one for each value. */
final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * Returns the latest values as bars. The highest value has the highest bar; zeros have the
     * lowest.
     *
     * @param width the number of bars; missing values at the beginning are blank
     */
    static String of(int[] values, int width) {
        int from = Math.max(0, values.length - width);
        int most = 1;
        for (int i = from; i < values.length; i++) {
            most = Math.max(most, values[i]);
        }
        StringBuilder line = new StringBuilder(" ".repeat(width - (values.length - from)));
        for (int i = from; i < values.length; i++) {
            int top = BARS.length() - 1;
            line.append(BARS.charAt((int) Math.ceilDiv((long) values[i] * top, most)));
        }
        return line.toString();
    }
}
