package dev.hira.cli.client;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table of text; columns fit their cells, numbers are right-aligned. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row. */
    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
    }

    public void print(PrintWriter out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            numbers[c] = rows.size() > 1;
            for (int r = 0; r < rows.size(); r++) {
                String cell = rows.get(r).get(c);
                widths[c] = Math.max(widths[c], cell.length());
                numbers[c] &= r == 0 || isNumber(cell);
            }
        }
        rows.forEach(row -> out.println(line(row, widths, numbers)));
        out.flush();
    }

    private static boolean isNumber(String cell) {
        return cell.equals("-") || (!cell.isEmpty() && Character.isDigit(cell.charAt(0)));
    }

    private static String line(List<String> row, int[] widths, boolean[] numbers) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < widths.length; c++) {
            String pad = " ".repeat(widths[c] - row.get(c).length());
            line.append(numbers[c] ? pad + row.get(c) : row.get(c) + pad).append("  ");
        }
        return line.toString().stripTrailing();
    }
}
