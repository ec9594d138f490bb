package dev.hira.sim.ptx.text;

/**
 * What is wrong at one place of a text.
 *
 * @param line from 1
 * @param column from 1
 * @param message a sentence
 * @param sourceLine the line's text, shortened when it is long
 */
public record PtxError(int line, int column, String message, String sourceLine) {
    @Override
    public String toString() {
        return "Line " + line + ", column " + column + ": " + message + "\n    " + sourceLine;
    }
}
