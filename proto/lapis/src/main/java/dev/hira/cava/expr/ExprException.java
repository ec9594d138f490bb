package dev.hira.cava.expr;

/** An expression that is wrong; the message says what and where. */
public final class ExprException extends Exception {
    private static final long serialVersionUID = 1L;

    ExprException(String text, int column, String what) {
        super("in the expression \"" + text + "\", column " + column + ": " + what);
    }
}
