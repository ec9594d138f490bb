package dev.hira.cava.expr;

import java.util.List;

/** Small methods that a generated class contains when its expressions need them. */
public enum Helper {
    ALIGN_UP(
            "private static long alignUp(long value, long unit) {",
            "    long excess = Math.floorMod(value, unit);",
            "    return excess == 0 ? value : Math.addExact(value, unit - excess);",
            "}"),
    NOT_NEGATIVE(
            "private static long notNegative(long amount) {",
            "    if (amount < 0) {",
            "        throw new ArithmeticException(\"the amount \" + amount + \" is negative\");",
            "    }",
            "    return amount;",
            "}");

    private final String text;

    Helper(String... lines) {
        this.text = String.join("\n", lines);
    }

    public List<String> lines() {
        return text.lines().toList();
    }
}
