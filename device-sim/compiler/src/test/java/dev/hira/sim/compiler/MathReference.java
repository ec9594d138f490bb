package dev.hira.sim.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of math functions, computed with many more digits than a double has. */
final class MathReference {
    private final double[] x;
    private final double[] y;
    private final double[] results;

    private MathReference(double[] x, double[] y, double[] results) {
        this.x = x;
        this.y = y;
        this.results = results;
    }

    double[] x() {
        return x;
    }

    /** Returns the second arguments; empty for functions of one. */
    double[] y() {
        return y;
    }

    double[] results() {
        return results;
    }

    /** Returns the values of each function. */
    static Map<String, MathReference> all() {
        Map<String, List<double[]>> rows = new LinkedHashMap<>();
        for (String line : text().split("\n")) {
            if (!line.startsWith("#")) {
                String[] words = line.split(" ");
                double[] numbers = new double[words.length - 1];
                for (int i = 1; i < words.length; i++) {
                    numbers[i - 1] = Double.parseDouble(words[i]);
                }
                rows.computeIfAbsent(words[0], name -> new ArrayList<>()).add(numbers);
            }
        }
        Map<String, MathReference> all = new LinkedHashMap<>();
        rows.forEach((name, list) -> all.put(name, of(list)));
        return all;
    }

    private static MathReference of(List<double[]> rows) {
        int columns = rows.getFirst().length;
        double[][] table = new double[columns][];
        for (int c = 0; c < columns; c++) {
            int column = c;
            table[c] = rows.stream().mapToDouble(row -> row[column]).toArray();
        }
        return new MathReference(
                table[0], columns == 3 ? table[1] : new double[0], table[columns - 1]);
    }

    private static String text() {
        try (InputStream in = MathReference.class.getResourceAsStream("math.txt")) {
            if (in == null) {
                throw new IllegalStateException("math.txt is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isBinary() {
        return y.length > 0;
    }

    /** Returns the distance of two doubles in units in the last place of the second. */
    static double ulps(double value, double exact) {
        if (Double.compare(value, exact) == 0) {
            return 0;
        }
        if (Double.isNaN(exact) || Double.isInfinite(exact) || exact == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.abs(value - exact) / Math.ulp(exact);
    }

    /** Returns the distance of a float from an exact value in units in the last place. */
    static double ulps(float value, double exact) {
        float rounded = (float) exact;
        if (Float.compare(value, rounded) == 0) {
            return 0;
        }
        if (Float.isNaN(rounded) || Float.isInfinite(rounded) || exact == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.abs(value - exact) / Math.ulp(rounded);
    }
}
