package dev.hira.lab.report;

import dev.hira.lab.report.Chart.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Draws charts as SVG. */
final class SvgChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 340;
    private static final int LEFT = 64;
    private static final int RIGHT = 170;
    private static final int TOP = 34;
    private static final int BOTTOM = 46;
    private static final int TICKS = 5;
    private static final int MOST_PLACES = 12;
    private static final int APART = 34;
    private static final String[] COLORS = {
        "#1f5fa8", "#c8561b", "#2c8a4b", "#8a3fa0", "#b58a00", "#008a94", "#a02c50", "#5a6472"
    };

    /** Dashes, so that lines on top of each other stay visible. */
    private static final String[] DASHES = {"none", "9 5", "4 4", "12 4 3 4"};

    private final Chart chart;
    private final StringBuilder out = new StringBuilder();
    private double xLow = Double.MAX_VALUE;
    private double xHigh = -Double.MAX_VALUE;
    private double yHigh;

    private SvgChart(Chart chart) {
        this.chart = chart;
    }

    static String of(Chart chart) {
        SvgChart drawing = new SvgChart(chart);
        drawing.measure();
        return drawing.draw();
    }

    private void measure() {
        for (Series series : chart.series()) {
            for (int i = 0; i < series.xs().length; i++) {
                xLow = Math.min(xLow, scaled(series.xs()[i]));
                xHigh = Math.max(xHigh, scaled(series.xs()[i]));
                yHigh = Math.max(yHigh, series.ys()[i]);
            }
        }
        yHigh = yHigh <= 0 ? 1 : yHigh * 1.05;
        if (xHigh <= xLow) {
            xHigh = xLow + 1;
        }
    }

    private double scaled(double x) {
        return chart.logarithmic() ? Math.log10(Math.max(x, 1e-9)) : x;
    }

    private String draw() {
        out.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT);
        out.append("\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"");
        out.append(" font-family=\"system-ui,sans-serif\" font-size=\"12\">\n");
        text(LEFT, 18, "start", "#1c2330", chart.title());
        axes();
        for (int i = 0; i < chart.series().size(); i++) {
            line(chart.series().get(i), i);
        }
        return out.append("</svg>").toString();
    }

    private void axes() {
        for (double y : Ticks.linear(0, yHigh, TICKS)) {
            segment(LEFT, placeY(y), WIDTH - RIGHT, placeY(y), "#e3e7ee");
            text(LEFT - 6, placeY(y) + 4, "end", "#5a6472", Ticks.label(y));
        }
        for (double x : xTicks()) {
            text(atX(scaled(x)), HEIGHT - BOTTOM + 16, "middle", "#5a6472", Ticks.label(x));
        }
        segment(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#5a6472");
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "#1c2330", chart.x());
        out.append("<text transform=\"translate(14 ").append((TOP + HEIGHT - BOTTOM) / 2);
        out.append(") rotate(-90)\" text-anchor=\"middle\" fill=\"#1c2330\">");
        out.append(HtmlReport.escaped(chart.y())).append("</text>\n");
    }

    /** Returns the places of the points if they are few and apart, else round numbers. */
    private List<Double> xTicks() {
        List<Double> places =
                chart.series().stream()
                        .flatMap(series -> Arrays.stream(series.xs()).boxed())
                        .distinct()
                        .sorted()
                        .toList();
        boolean apart = places.size() <= MOST_PLACES;
        for (int i = 1; apart && i < places.size(); i++) {
            apart = atX(scaled(places.get(i))) - atX(scaled(places.get(i - 1))) >= APART;
        }
        if (apart) {
            return places;
        }
        return chart.logarithmic()
                ? Ticks.logarithmic(Math.pow(10, xLow), Math.pow(10, xHigh))
                : Ticks.linear(xLow, xHigh, TICKS);
    }

    private void line(Series series, int index) {
        String color = COLORS[index % COLORS.length];
        out.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"").append(color);
        out.append("\" stroke-dasharray=\"").append(DASHES[index % DASHES.length]);
        out.append("\" points=\"");
        for (int i = 0; i < series.xs().length; i++) {
            out.append(decimal(atX(scaled(series.xs()[i])))).append(',');
            out.append(decimal(placeY(series.ys()[i]))).append(' ');
        }
        out.append("\"/>\n");
        for (int i = 0; i < series.xs().length; i++) {
            point(atX(scaled(series.xs()[i])), placeY(series.ys()[i]), index, color);
        }
        int y = TOP + 10 + index * 18;
        segment(WIDTH - RIGHT + 12, y, WIDTH - RIGHT + 32, y, color);
        point(WIDTH - RIGHT + 22, y, index, color);
        text(WIDTH - RIGHT + 38, y + 4, "start", "#1c2330", series.name());
    }

    /** Draws rings of different sizes, so that points on top of each other stay visible. */
    private void point(double x, double y, int index, String color) {
        out.append("<circle cx=\"").append(decimal(x)).append("\" cy=\"").append(decimal(y));
        out.append("\" r=\"").append(decimal(2.5 + 1.5 * (index % 4)));
        out.append("\" fill=\"none\" stroke=\"").append(color).append("\"/>\n");
    }

    private double atX(double scaledX) {
        return LEFT + (scaledX - xLow) / (xHigh - xLow) * (WIDTH - RIGHT - LEFT);
    }

    private double placeY(double y) {
        return HEIGHT - BOTTOM - y / yHigh * (HEIGHT - BOTTOM - TOP);
    }

    private void segment(double x1, double y1, double x2, double y2, String color) {
        out.append("<line x1=\"").append(decimal(x1)).append("\" y1=\"").append(decimal(y1));
        out.append("\" x2=\"").append(decimal(x2)).append("\" y2=\"").append(decimal(y2));
        out.append("\" stroke=\"").append(color).append("\"/>\n");
    }

    private void text(double x, double y, String anchor, String color, String words) {
        out.append("<text x=\"").append(decimal(x)).append("\" y=\"").append(decimal(y));
        out.append("\" text-anchor=\"").append(anchor).append("\" fill=\"").append(color);
        out.append("\">").append(HtmlReport.escaped(words)).append("</text>\n");
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
