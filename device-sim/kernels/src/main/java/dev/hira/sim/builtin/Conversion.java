package dev.hira.sim.builtin;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A conversion of a C format, such as {@code %-8.3lf}.
 *
 * @param flags of {@code -+ #0}
 * @param width the minimum number of characters; a negative width also implies the flag -
 * @param precision -1 when there is none
 * @param length the number of elements of OpenCL's vectors, 0 for scalars
 * @param size of {@code hh h hl l ll z j t L}, empty when there is none
 * @param kind the final letter
 */
record Conversion(String flags, int width, int precision, int length, String size, char kind) {
    /** Matches conversions; each group is a part. */
    static final Pattern PATTERN =
            Pattern.compile(
                    "%([-+ #0]*)(\\*|\\d{1,6})?(?:\\.(\\*|\\d{0,6}))?(?:v(2|3|4|8|16))?(hh|hl|h|ll|l|z|j|t|L)?"
                            + "([diouxXcspeEfFgGaA%])");

    static final int NONE = -1;
    private static final int MOST_CHARACTERS = 4096;

    static Conversion of(MatchResult match, Arguments arguments) {
        int width = number(match.group(2), 0, arguments);
        String dotted = match.group(3);
        int precision = dotted == null ? NONE : number(dotted, 0, arguments);
        String length = match.group(4);
        String size = match.group(5);
        return new Conversion(
                width < 0 ? match.group(1) + "-" : match.group(1),
                Math.abs(Math.clamp(width, -MOST_CHARACTERS, MOST_CHARACTERS)),
                precision < 0 ? NONE : Math.min(precision, MOST_CHARACTERS),
                length == null ? 0 : Integer.parseInt(length),
                size == null ? "" : size,
                match.group(6).charAt(0));
    }

    private static int number(
            @org.jspecify.annotations.Nullable String text, int otherwise, Arguments arguments) {
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        return text.equals("*") ? (int) arguments.take(4) : Integer.parseInt(text);
    }

    /** A source of arguments. */
    @FunctionalInterface
    interface Arguments {
        /** Takes the next argument, of 4 or 8 bytes, zero-extended. */
        long take(int bytes);
    }

    boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    /** The width of an integer of this size in bits. */
    int bits() {
        return switch (size) {
            case "hh" -> 8;
            case "h" -> 16;
            case "", "hl" -> 32;
            default -> 64;
        };
    }

    /** The bytes that an integer of this size takes among the arguments. */
    int bytes() {
        return bits() == 64 ? 8 : 4;
    }

    /** The bytes of an element of a vector; without a size elements are of 32 bits. */
    int elementBytes() {
        return bits() / Byte.SIZE;
    }

    /** The bytes of a vector; those of three elements have room for four. */
    int vectorBytes() {
        return elementBytes() * (length == 3 ? 4 : length);
    }

    /** Pads a text to the width. */
    String padded(String text) {
        String blanks = " ".repeat(Math.max(0, width - text.length()));
        return has('-') ? text + blanks : blanks + text;
    }

    /**
     * Pads a number to the width.
     *
     * @param zeros whether the flag 0 counts
     */
    String padded(String sign, String digits, boolean zeros) {
        int missing = Math.max(0, width - sign.length() - digits.length());
        return zeros && has('0') && !has('-')
                ? sign + "0".repeat(missing) + digits
                : padded(sign + digits);
    }

    /** Returns the sign of a number. */
    String sign(boolean negative) {
        return negative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
    }
}
