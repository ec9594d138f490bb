package dev.hira.cava.expr;

/** Reports a wrong expression; the message names the mistake and its column. */
public final class ExprException extends Exception {
    private static final long serialVersionUID = 1L;

    ExprException(String text, int column, String what) {
        super("in the expression \"" + text + "\", column " + column + ": " + what);
    }
}
