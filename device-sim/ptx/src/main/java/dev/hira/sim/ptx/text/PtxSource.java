package dev.hira.sim.ptx.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A text with positions as line and column. Offsets count characters. */
public final class PtxSource {
    private static final int LONGEST_LINE = 160;

    private final String text;
    private int @Nullable [] lineStarts;

    public PtxSource(String text) {
        this.text = text;
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** The line of an offset, from 1. */
    public int line(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The column of an offset, from 1. */
    public int column(int offset) {
        return offset - lineStarts()[line(offset) - 1] + 1;
    }

    /** The text of a line, which counts from 1. */
    public String lineText(int line) {
        int start = lineStarts()[line - 1];
        int end = text.indexOf('\n', start);
        String whole = text.substring(start, end < 0 ? text.length() : end).strip();
        return whole.length() <= LONGEST_LINE ? whole : whole.substring(0, LONGEST_LINE) + "…";
    }

    /**
     * Tells a person where a line is: in the program that the text was compiled from, where the
     * text says it, and in the text itself.
     */
    public String place(int line) {
        String origin = new SourceLocations(this).of(line);
        return (origin.isEmpty() ? "at line " : "at " + origin + ", PTX line ")
                + line
                + ": "
                + lineText(line);
    }

    PtxError error(int offset, String message) {
        int line = line(offset);
        return new PtxError(line, column(offset), message, lineText(line));
    }

    private synchronized int[] lineStarts() {
        int[] known = lineStarts;
        if (known == null) {
            int lines = 1 + (int) text.chars().filter(c -> c == '\n').count();
            known = new int[lines];
            for (int line = 1, at = 0; line < lines; line++) {
                at = text.indexOf('\n', at) + 1;
                known[line] = at;
            }
            lineStarts = known;
        }
        return known;
    }
}
