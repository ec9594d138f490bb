package dev.hira.gallery;

import java.util.Locale;

/**
 * The result of a run.
 *
 * @param program the program's name
 * @param size the size of the problem, in the unit of the program's card
 * @param comparison the comparison of the device's output with plain Java's
 * @param kernelMillis the device's time, by its own clock
 * @param javaMillis plain Java's time on one thread
 * @param repeats the number of runs; times are their medians
 */
public record GalleryResult(
        String program,
        int size,
        Comparison comparison,
        double kernelMillis,
        double javaMillis,
        int repeats) {
    public boolean passed() {
        return comparison.passed();
    }

    /** Returns the verdict on a program that failed before its end. */
    public static String failure(String program, String sentence) {
        return String.format(Locale.ROOT, "%-18s FAILED  %s", program, sentence);
    }

    /** Returns the verdict in one line. */
    public String verdict() {
        return String.format(
                Locale.ROOT,
                "%-18s %s  kernel %.3f ms, plain Java %.3f ms%s  %s",
                program,
                passed() ? "OK    " : "FAILED",
                kernelMillis,
                javaMillis,
                repeats == 1 ? "" : " (median of " + repeats + ")",
                comparison.sentence());
    }
}
