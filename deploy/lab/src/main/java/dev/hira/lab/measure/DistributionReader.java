package dev.hira.lab.measure;

import dev.hira.lab.measure.Distribution.Point;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the distributions that {@code hira bench} writes: comma-separated values with the columns
 * {@code what,quantile,ms}. Lines that begin with {@code #} are remarks.
 */
public final class DistributionReader {
    private static final String HEAD = "what,quantile,ms";
    private static final Pattern ROW =
            Pattern.compile("(?:\"([^\"]+)\"|([^\",]+)),([^,]+),([^,]+)");
    private static final String RECORDED = "migration.csv";

    private DistributionReader() {}

    /**
     * The distributions of one file.
     *
     * @param remarks the text of its remarks
     */
    public record Measured(String remarks, List<Distribution> distributions) {
        public Measured {
            distributions = List.copyOf(distributions);
        }
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException when a line is not as it should be
     */
    public static Measured read(Path file) throws IOException {
        try (Reader in = Files.newBufferedReader(file)) {
            return read(in);
        }
    }

    /** Returns the times without answers of moved VMs that were recorded with this version. */
    public static Measured recorded() {
        try (InputStream in = DistributionReader.class.getResourceAsStream(RECORDED)) {
            return read(
                    new InputStreamReader(
                            Objects.requireNonNull(in, RECORDED), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Measured read(Reader from) throws IOException {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        StringBuilder remarks = new StringBuilder();
        List<String> lines = new BufferedReader(from).readAllLines();
        boolean begun = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("#")) {
                remarks.append(remarks.isEmpty() ? "" : " ").append(line.substring(1).strip());
            } else if (!begun) {
                require(line.equals(HEAD), i, line, "the names of the columns, " + HEAD);
                begun = true;
            } else if (!line.isBlank()) {
                add(points, i, line);
            }
        }
        require(!points.isEmpty(), lines.size(), "nothing", "at least one row");
        List<Distribution> all = new ArrayList<>();
        points.forEach((what, those) -> all.add(new Distribution(what, those)));
        return new Measured(remarks.toString(), all);
    }

    private static void add(Map<String, List<Point>> points, int index, String line) {
        Matcher row = ROW.matcher(line);
        require(row.matches(), index, line, "\"what\",quantile,ms");
        String what = row.group(1) == null ? row.group(2) : row.group(1);
        double quantile = number(row.group(3), index, line);
        double millis = number(row.group(4), index, line);
        List<Point> before = points.computeIfAbsent(what, _ -> new ArrayList<>());
        boolean rises =
                before.isEmpty()
                        || (before.getLast().quantile() < quantile
                                && before.getLast().millis() <= millis);
        require(
                rises && quantile >= 0 && quantile <= 1 && Double.isFinite(millis),
                index,
                line,
                "quantiles from 0 to 1, and times, that rise");
        before.add(new Point(quantile, millis));
    }

    private static double number(String text, int index, String line) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw wrong(index, line, "\"what\",quantile,ms with two numbers");
        }
    }

    private static void require(boolean right, int index, String line, String wanted) {
        if (!right) {
            throw wrong(index, line, wanted);
        }
    }

    private static IllegalArgumentException wrong(int index, String line, String wanted) {
        return new IllegalArgumentException(
                "line " + (index + 1) + " is '" + line + "'; wanted: " + wanted);
    }
}
