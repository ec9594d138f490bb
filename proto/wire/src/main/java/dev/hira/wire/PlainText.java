package dev.hira.wire;

/** Makes peers' texts safe for logs and terminals. */
public final class PlainText {
    private PlainText() {}

    /**
     * Returns the first {@code most} characters of a text, followed by an ellipsis if the text has
     * more, with a question mark in place of each character that is not {@linkplain #isPlain(int)
     * plain}.
     */
    public static String of(String text, int most) {
        String kept = text.length() <= most ? text : text.substring(0, boundary(text, most)) + "…";
        return isPlain(kept) ? kept : replaced(kept);
    }

    /** Returns whether all characters of a text are {@linkplain #isPlain(int) plain}. */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(PlainText::isPlain);
    }

    /** Returns a text with escapes for characters that are not {@linkplain #isPlain(int) plain}. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints()
                .forEach(point -> {
                    if (isPlain(point)) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append(point <= 0xFFFF ? "\\u%04x".formatted(point) : "\\?");
                    }
                });
        return escaped.toString();
    }

    /**
     * Returns whether neither a terminal nor a reader of logs can misinterpret a code point.
     * Control characters, line separators and format characters, such as those that change the
     * direction of writing, are not plain, and neither is a code point without a meaning that all
     * systems share.
     */
    public static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }

    private static String replaced(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> isPlain(point) ? point : '?')
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** Does not cut between the halves of one character. */
    private static int boundary(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }
}
