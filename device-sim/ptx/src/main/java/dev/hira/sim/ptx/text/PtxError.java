package dev.hira.sim.ptx.text;

/**
 * An error at one position of a text.
 *
 * @param line counted from 1
 * @param column counted from 1
 * @param message a sentence
 * @param sourceLine the line's text, shortened when it is long
 */
public record PtxError(int line, int column, String message, String sourceLine) {
    @Override
    public String toString() {
        return "Line " + line + ", column " + column + ": " + message + "\n    " + sourceLine;
    }
}
