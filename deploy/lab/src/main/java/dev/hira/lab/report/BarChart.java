package dev.hira.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws the columns of a table as bars, each column above an axis of its own since units differ.
 * Columns of the same name in other tables of a report have the same axis, so that bars compare. A
 * column with a heading that begins with "published" holds published numbers; they are diamonds on
 * the bars of the column before it, or of the column that its heading names.
 */
final class BarChart {
    private static final int WIDTH = 760;
    private static final int LEFT = 150;
    private static final int RIGHT = 70;
    private static final int ROW = 20;
    private static final int HEAD = 26;
    private static final int AXIS = 18;
    private static final int GAP = 16;
    private static final int TICKS = 4;
    private static final int MOST_COLUMNS = 4;
    private static final double LARGE_PART = 20;
    private static final String PUBLISHED = "published";

    private final ReportTable table;
    private final List<ReportTable> all;
    private final StringBuilder out = new StringBuilder();

    private BarChart(ReportTable table, List<ReportTable> all) {
        this.table = table;
        this.all = all;
    }

    /**
     * Returns the drawing of a table; empty when it has no numbers.
     *
     * @param all the tables of the report
     */
    static String of(ReportTable table, List<ReportTable> all) {
        BarChart chart = new BarChart(table, all);
        List<Integer> columns = chart.columns();
        return columns.isEmpty() ? "" : chart.draw(columns);
    }

    private List<Integer> columns() {
        List<Integer> numeric = new ArrayList<>();
        for (int c = 1; c < table.columns().size() && numeric.size() < MOST_COLUMNS; c++) {
            if (!isPublished(c) && largest(table, c) > 0) {
                numeric.add(c);
            }
        }
        return numeric;
    }

    private String draw(List<Integer> columns) {
        int panel = HEAD + ROW * table.rows().size() + AXIS + GAP;
        out.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(panel * columns.size());
        out.append("\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"");
        out.append(" font-family=\"system-ui,sans-serif\" font-size=\"12\">\n");
        out.append("<title>").append(HtmlReport.escaped(table.title())).append("</title>\n");
        for (int i = 0; i < columns.size(); i++) {
            panel(columns.get(i), i * panel);
        }
        return out.append("</svg>").toString();
    }

    private void panel(int column, int top) {
        int published = published(column);
        String note = published < 0 ? "" : " (diamonds: published)";
        text(4, top + 16, "start", "#1c2330", table.columns().get(column) + note);
        int foot = top + HEAD + ROW * table.rows().size();
        double most = axis(scale(column, published), top + HEAD, foot);
        for (int r = 0; r < table.rows().size(); r++) {
            List<String> row = table.rows().get(r);
            int y = top + HEAD + r * ROW;
            text(4, y + 12, "start", "#5a6472", row.getFirst());
            bar(number(row.get(column)), row.get(column), most, y);
            if (published >= 0) {
                diamond(number(row.get(published)), most, y);
            }
        }
    }

    /** Draws an axis with round numbers; returns the number at its end. */
    private double axis(double largest, int top, int foot) {
        List<Double> ticks = new ArrayList<>(Ticks.linear(0, largest, TICKS));
        if (ticks.getLast() < largest) {
            ticks.add(ticks.getLast() + ticks.get(1));
        }
        double most = ticks.getLast();
        for (double tick : ticks) {
            double x = x(tick, most);
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e3e7ee\"/>\n",
                            x,
                            top,
                            x,
                            foot));
            text(x, foot + 12, "middle", "#5a6472", Ticks.label(tick));
        }
        return most;
    }

    /**
     * Returns the largest number that a column's axis must show: an index ends at 1, and
     * percentages that are not all small at 100.
     */
    private double scale(int column, int published) {
        String name = table.columns().get(column);
        double largest = published < 0 ? 0 : largest(table, published);
        for (ReportTable each : all) {
            int same = each.columns().indexOf(name);
            largest = same < 0 ? largest : Math.max(largest, largest(each, same));
        }
        if (name.startsWith("Jain") || name.equals("index")) {
            return Math.max(largest, 1);
        }
        return name.contains("%") && largest > LARGE_PART ? Math.max(largest, 100) : largest;
    }

    private void bar(double value, String shown, double most, int y) {
        double end = Double.isNaN(value) ? LEFT : x(Math.max(value, 0), most);
        out.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"#1f5fa8\"/>\n",
                        LEFT,
                        y,
                        end - LEFT));
        text(end + 6, y + 12, "start", "#1c2330", shown);
    }

    private void diamond(double value, double most, int y) {
        if (!Double.isNaN(value)) {
            out.append(
                    String.format(
                            Locale.ROOT,
                            "<path d=\"M%.1f %d l6 6 l-6 6 l-6 -6 z\" fill=\"#c8561b\"/>\n",
                            x(value, most),
                            y + 1));
        }
    }

    private static double x(double value, double most) {
        return LEFT + value / most * (WIDTH - LEFT - RIGHT);
    }

    private void text(double x, double y, String anchor, String color, String words) {
        out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\"", x, y));
        out.append(" text-anchor=\"").append(anchor);
        out.append("\" fill=\"").append(color).append("\">");
        out.append(HtmlReport.escaped(words)).append("</text>\n");
    }

    private boolean isPublished(int column) {
        return table.columns().get(column).startsWith(PUBLISHED);
    }

    /** Returns the column with the published numbers of another column; -1: none. */
    private int published(int column) {
        String own = table.columns().get(column);
        int named = table.columns().indexOf(PUBLISHED + " " + own);
        int next = column + 1;
        boolean follows =
                next < table.columns().size()
                        && isPublished(next)
                        && !table.columns().get(next).startsWith(PUBLISHED + " ");
        return named >= 0 || !follows ? named : next;
    }

    private static double largest(ReportTable of, int column) {
        return of.rows().stream()
                .mapToDouble(row -> number(row.get(column)))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    private static double number(String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
