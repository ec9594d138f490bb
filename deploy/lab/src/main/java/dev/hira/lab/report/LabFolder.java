package dev.hira.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder of reports: a page and CSV files for each report, and an overview of the reports of
 * all runs.
 */
public final class LabFolder {
    /** Characters of a name in a file's name, which may consist of two. */
    private static final int LONGEST = 100;

    private LabFolder() {}

    /** Writes the reports of a run and replaces older files of the same names. */
    public static void write(Path folder, List<LabReport> reports, LabRun run) throws IOException {
        Files.createDirectories(folder);
        for (LabReport report : reports) {
            String name = fileName(report.name());
            List<String> csv = new ArrayList<>();
            for (int i = 0; i < report.tables().size(); i++) {
                ReportTable table = report.tables().get(i);
                String part = (i + 1) + "-" + fileName(table.title());
                String file =
                        report.tables().size() == 1 ? name + ".csv" : name + "-" + part + ".csv";
                Files.writeString(folder.resolve(file), CsvReport.of(table));
                csv.add(file);
            }
            Files.writeString(page(folder, report), HtmlReport.page(report, run, csv));
            LabEntry.of(report, run, csv).write(folder);
        }
        Files.writeString(folder.resolve("index.html"), HtmlReport.overview(LabEntry.in(folder)));
    }

    /** Returns the page of a report. */
    public static Path page(Path folder, LabReport report) {
        return folder.resolve(fileName(report.name()) + ".html");
    }

    static String fileName(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9_-]+", "-");
        return safe.substring(0, Math.min(LONGEST, safe.length()));
    }
}
