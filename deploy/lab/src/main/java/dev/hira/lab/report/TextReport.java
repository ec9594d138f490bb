package dev.hira.lab.report;

import java.util.List;

/** Writes reports for terminals. */
public final class TextReport {
    private static final int WIDTH = 96;

    private TextReport() {}

    /** Returns the whole report. */
    public static String of(LabReport report) {
        StringBuilder out = new StringBuilder();
        boolean named = report.name().equals(report.title());
        out.append(named ? "" : report.name() + ": ").append(report.title()).append('\n');
        out.append(wrapped(report.method(), "  "));
        report.tables().forEach(table -> table(table, out));
        out.append('\n');
        report.findings().forEach(finding -> finding(finding, out));
        return out.toString();
    }

    private static void finding(Finding finding, StringBuilder out) {
        out.append(String.format("  %-11s  ", finding.verdict()))
                .append(finding.claim())
                .append("\n               here: ")
                .append(finding.measured())
                .append('\n');
    }

    private static void table(ReportTable table, StringBuilder out) {
        int[] widths = new int[table.columns().size()];
        widen(widths, table.columns());
        table.rows().forEach(row -> widen(widths, row));
        out.append("\n  ").append(table.title()).append('\n');
        line(table.columns(), widths, out);
        table.rows().forEach(row -> line(row, widths, out));
    }

    private static void widen(int[] widths, List<String> cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], cells.get(i).length());
        }
    }

    private static void line(List<String> cells, int[] widths, StringBuilder out) {
        out.append("    ");
        for (int i = 0; i < widths.length; i++) {
            String pad = " ".repeat(widths[i] - cells.get(i).length());
            out.append(i == 0 ? cells.get(i) + pad : pad + cells.get(i));
            out.append(i + 1 < widths.length ? "  " : "\n");
        }
    }

    private static String wrapped(String text, String indent) {
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ")) {
            if (column > 0 && column + word.length() + 1 > WIDTH) {
                out.append('\n');
                column = 0;
            }
            out.append(column == 0 ? indent : " ").append(word);
            column += word.length() + 1;
        }
        return out.append('\n').toString();
    }
}
