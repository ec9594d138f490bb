package dev.hira.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table: a title, names of columns, and rows of texts and numbers. */
public final class ReportTable {
    private final String title;
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public ReportTable(String title, String... columns) {
        this.title = title;
        this.columns = List.of(columns);
    }

    /** Adds a row; numbers are rounded to their useful digits, "-" stands for none. */
    public ReportTable row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of '"
                            + title
                            + "' has "
                            + columns.size()
                            + " cells, not "
                            + cells.length);
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(text(cell));
        }
        rows.add(List.copyOf(row));
        return this;
    }

    private static String text(Object cell) {
        if (!(cell instanceof Double number)) {
            return cell.toString();
        }
        if (number.isNaN()) {
            return "-";
        }
        double size = Math.abs(number);
        int digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }

    public String title() {
        return title;
    }

    public List<String> columns() {
        return columns;
    }

    public List<List<String>> rows() {
        return rows;
    }
}
