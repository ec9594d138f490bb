package dev.hira.gallery;

import java.util.Locale;

/**
 * What came out of a run.
 *
 * @param program its name
 * @param size of the problem, in the unit that the program's card names
 * @param comparison of the device's output with plain Java's
 * @param kernelMillis what the device took, by its own clock
 * @param javaMillis what plain Java took, on one thread
 */
public record GalleryResult(
        String program, int size, Comparison comparison, double kernelMillis, double javaMillis) {
    public boolean passed() {
        return comparison.passed();
    }

    /** The verdict on a program that did not come to its end. */
    public static String failure(String program, String sentence) {
        return String.format(Locale.ROOT, "%-18s FAILED  %s", program, sentence);
    }

    /** The verdict in one line. */
    public String verdict() {
        return String.format(
                Locale.ROOT,
                "%-18s %s  kernel %.3f ms, plain Java %.3f ms  %s",
                program,
                passed() ? "OK    " : "FAILED",
                kernelMillis,
                javaMillis,
                comparison.sentence());
    }
}
