package dev.hira.lab.report;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * What the overview of a folder says about a report; it lies beside the report's page, so that the
 * overview has the reports of all runs.
 *
 * @param page the name of the page and of the files beside it, without an ending
 * @param title the report's subject
 * @param run the run that made the report, in a line
 * @param time the run's time, which orders entries
 * @param verdict how many findings hold
 * @param csv the names of the files with the report's tables
 */
record LabEntry(
        String page, String title, String run, String time, String verdict, List<String> csv) {
    private static final String ENDING = ".hira-report.properties";

    /** The keys that each entry has. */
    private static final Set<String> KEYS = Set.of("title", "run", "time", "verdict", "csv");

    static LabEntry of(LabReport report, LabRun run, List<String> csv) {
        return new LabEntry(
                LabFolder.fileName(report.name()),
                report.title(),
                run.text(),
                run.time().toString(),
                LabReport.verdict(List.of(report)),
                csv);
    }

    /** Writes the entry beside the page. */
    void write(Path folder) throws IOException {
        Properties lines = new Properties();
        lines.setProperty("title", title);
        lines.setProperty("run", run);
        lines.setProperty("time", time);
        lines.setProperty("verdict", verdict);
        lines.setProperty("csv", String.join(" ", csv));
        try (Writer out = Files.newBufferedWriter(folder.resolve(page + ENDING))) {
            lines.store(out, null);
        }
    }

    /**
     * Returns the entries of a folder, the newest first. Leaves out files that only have the name
     * of an entry.
     */
    static List<LabEntry> in(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            List<LabEntry> entries = new ArrayList<>();
            for (Path file : files) {
                read(file).ifPresent(entries::add);
            }
            entries.sort(
                    Comparator.comparing(LabEntry::time).reversed().thenComparing(LabEntry::page));
            return entries;
        }
    }

    private static Optional<LabEntry> read(Path file) throws IOException {
        Properties lines = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            lines.load(in);
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            return Optional.empty();
        }
        if (!lines.stringPropertyNames().containsAll(KEYS)) {
            return Optional.empty();
        }
        String name = file.getFileName().toString();
        return Optional.of(
                new LabEntry(
                        name.substring(0, name.length() - ENDING.length()),
                        lines.getProperty("title"),
                        lines.getProperty("run"),
                        lines.getProperty("time"),
                        lines.getProperty("verdict"),
                        List.of(lines.getProperty("csv").split(" "))));
    }
}
