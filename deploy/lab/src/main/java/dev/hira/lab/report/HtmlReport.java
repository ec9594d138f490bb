package dev.hira.lab.report;

import java.util.List;

/** Writes reports as self-contained pages with styles and charts. */
public final class HtmlReport {
    private static final String STYLE =
            """
            body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1c2330}
            h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}
            table{border-collapse:collapse;margin:.5rem 0}
            th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #d9dee7}
            th:first-child,td:first-child{text-align:left}
            .holds{color:#12703c}.differs{color:#b03018}.run{color:#5a6472}
            svg{max-width:100%;height:auto}a{color:#1f5fa8}
            """;

    private HtmlReport() {}

    /**
     * Returns the page of one report.
     *
     * @param csv the names of the files with the report's tables, in their order
     */
    public static String page(LabReport report, LabRun run, List<String> csv) {
        StringBuilder body = new StringBuilder();
        body.append("<p><a href=\"index.html\">All reports</a></p>\n");
        element(body, "h1", report.title());
        body.append("<p class=\"run\">").append(escaped(run.text())).append("</p>\n");
        element(body, "p", report.method());
        element(body, "p", "Source: " + report.source());
        report.findings().forEach(finding -> finding(body, finding));
        report.charts().forEach(chart -> body.append(SvgChart.of(chart)).append('\n'));
        for (int i = 0; i < report.tables().size(); i++) {
            ReportTable table = report.tables().get(i);
            element(body, "h2", table.title());
            if (report.charts().isEmpty()) {
                body.append(BarChart.of(table, report.tables())).append('\n');
            }
            table(body, table);
            links(body, List.of(csv.get(i)));
        }
        return document(report.title(), body);
    }

    /** Returns the page that links to the pages and files of all reports of a folder. */
    static String overview(List<LabEntry> entries) {
        StringBuilder body = new StringBuilder();
        element(body, "h1", "Hira's laboratory");
        for (LabEntry entry : entries) {
            body.append("<h2><a href=\"").append(escaped(entry.page())).append(".html\">");
            body.append(escaped(entry.title())).append("</a></h2>\n");
            body.append("<p class=\"run\">").append(escaped(entry.run())).append("</p>\n");
            if (!entry.verdict().isEmpty()) {
                element(body, "p", entry.verdict());
            }
            links(body, entry.csv());
        }
        return document("Hira's laboratory", body);
    }

    private static String document(String title, StringBuilder body) {
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
                + escaped(title)
                + "</title>\n<style>\n"
                + STYLE
                + "</style></head><body>\n"
                + body
                + "</body></html>\n";
    }

    private static void finding(StringBuilder out, Finding finding) {
        String look = finding.holds() ? "holds" : "differs";
        out.append("<p><b class=\"").append(look).append("\">");
        out.append(finding.verdict()).append("</b>: ");
        out.append(escaped(finding.claim())).append(" Here: ");
        out.append(escaped(finding.measured())).append("</p>\n");
    }

    private static void links(StringBuilder out, List<String> files) {
        out.append("<p>");
        String between = "";
        for (String file : files) {
            out.append(between).append("<a href=\"").append(escaped(file)).append("\">");
            out.append(escaped(file)).append("</a>");
            between = " ";
        }
        out.append("</p>\n");
    }

    private static void table(StringBuilder out, ReportTable table) {
        out.append("<table>\n");
        row(out, "th", table.columns());
        table.rows().forEach(row -> row(out, "td", row));
        out.append("</table>\n");
    }

    private static void row(StringBuilder out, String tag, List<String> cells) {
        out.append("<tr>");
        for (String cell : cells) {
            out.append('<').append(tag).append('>').append(escaped(cell));
            out.append("</").append(tag).append('>');
        }
        out.append("</tr>\n");
    }

    private static void element(StringBuilder out, String tag, String text) {
        out.append('<').append(tag).append('>').append(escaped(text));
        out.append("</").append(tag).append(">\n");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
