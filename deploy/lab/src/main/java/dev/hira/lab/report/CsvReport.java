package dev.hira.lab.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes tables as comma-separated values (RFC 4180). */
public final class CsvReport {
    private CsvReport() {}

    /** Returns a table as text, with the names of its columns in the first line. */
    public static String of(ReportTable table) {
        StringBuilder out = new StringBuilder(line(table.columns()));
        table.rows().forEach(row -> out.append(line(row)));
        return out.toString();
    }

    private static String line(List<String> cells) {
        return cells.stream().map(CsvReport::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(String text) {
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
