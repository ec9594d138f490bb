package dev.hira.cava.expr;

import java.util.Arrays;
import java.util.Optional;

/** The operators by level of precedence, the loosest first. */
public enum ExprOperator {
    OR("||", 0),
    AND("&&", 1),
    EQ("==", 2),
    NE("!=", 2),
    LE("<=", 3),
    GE(">=", 3),
    LT("<", 3),
    GT(">", 3),
    PLUS("+", 4),
    MINUS("-", 4),
    TIMES("*", 5),
    DIVIDE("/", 5),
    REMAINDER("%", 5),
    NOT("!", 6);

    static final int LEVELS = 6;

    private final String text;
    private final int level;

    ExprOperator(String text, int level) {
        this.text = text;
        this.level = level;
    }

    public String text() {
        return text;
    }

    int level() {
        return level;
    }

    /** Returns whether the operands are truth values. */
    public boolean takesTruths() {
        return level <= 1 || this == NOT;
    }

    /** Returns whether the result is a truth value. */
    public boolean givesTruth() {
        return level <= 3 || this == NOT;
    }

    /** Returns whether it compares truth values as well as numbers. */
    boolean isEquality() {
        return level == 2;
    }

    static Optional<ExprOperator> of(String text) {
        return Arrays.stream(values()).filter(o -> o.text.equals(text)).findFirst();
    }
}
