package dev.hira.bench.migration;

import dev.hira.bench.common.Stats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Quantiles of times as comma-separated values, which the laboratory shows. */
final class DistributionFile {
    private static final int[] PERCENTS = {0, 5, 10, 25, 50, 75, 90, 95, 99, 100};

    private final List<String> lines = new ArrayList<>(List.of("what,quantile,ms"));

    /** The usual place of the file. */
    static Path usual() {
        return Path.of(System.getProperty("hira.home", "."), "target", "bench", "migration.csv");
    }

    /** Adds the distribution of times in nanoseconds. */
    void add(String what, Stats times) {
        for (int percent : PERCENTS) {
            double millis = times.percentile(percent) / 1e6;
            lines.add(String.format(Locale.ROOT, "\"%s\",%.2f,%.3f", what, percent / 1e2, millis));
        }
    }

    void save(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }
}
