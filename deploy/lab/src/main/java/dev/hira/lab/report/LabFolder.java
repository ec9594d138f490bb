package dev.hira.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The folder of reports: a page and CSV files for each report, and an overview. */
public final class LabFolder {
    private LabFolder() {}

    /** Writes reports and replaces older files of the same names. */
    public static void write(Path folder, List<LabReport> reports) throws IOException {
        Files.createDirectories(folder);
        for (LabReport report : reports) {
            String name = fileName(report.name());
            Files.writeString(folder.resolve(name + ".html"), HtmlReport.page(report));
            for (int i = 0; i < report.tables().size(); i++) {
                String file = name + (report.tables().size() == 1 ? "" : "-" + (i + 1)) + ".csv";
                Files.writeString(folder.resolve(file), CsvReport.of(report.tables().get(i)));
            }
        }
        Files.writeString(folder.resolve("index.html"), HtmlReport.overview(reports));
    }

    static String fileName(String name) {
        return name.replaceAll("[^A-Za-z0-9_-]+", "-");
    }
}
