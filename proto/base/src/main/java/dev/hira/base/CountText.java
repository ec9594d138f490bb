package dev.hira.base;

/** Numbers with their nouns, for people. */
public final class CountText {
    private CountText() {}

    /** Returns a number with a noun, which has an s unless the number is 1. */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
