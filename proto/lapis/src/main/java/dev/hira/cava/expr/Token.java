package dev.hira.cava.expr;

/** A word, number or symbol of an expression; the end is the empty text. */
record Token(String text, int column) {
    boolean isEnd() {
        return text.isEmpty();
    }

    boolean isNumber() {
        return !isEnd() && Character.isDigit(text.charAt(0));
    }

    boolean isName() {
        return !isEnd() && Character.isJavaIdentifierStart(text.charAt(0));
    }
}
