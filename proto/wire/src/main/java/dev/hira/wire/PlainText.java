package dev.hira.wire;

/** Makes peers' texts safe for logs and terminals. */
public final class PlainText {
    private PlainText() {}

    /**
     * Returns at most this many characters of a text, with question marks for control characters,
     * which could forge lines of a log or command a terminal.
     */
    public static String of(String text, int most) {
        String kept = text.length() <= most ? text : text.substring(0, boundary(text, most)) + "…";
        return isPlain(kept) ? kept : replaced(kept);
    }

    /**
     * Returns whether a text is free of control characters and of characters that change the
     * direction of writing.
     */
    public static boolean isPlain(String text) {
        return text.chars().noneMatch(PlainText::isControl);
    }

    /**
     * Returns a text with escapes for characters that a terminal or a reader of logs could
     * misinterpret.
     */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints()
                .forEach(point -> {
                    if (isHarmless(point)) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append(point <= 0xFFFF ? "\\u%04x".formatted(point) : "\\?");
                    }
                });
        return escaped.toString();
    }

    /** Returns whether neither a terminal nor a reader of logs can misinterpret a code point. */
    public static boolean isHarmless(int point) {
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

    private static boolean isControl(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }

    private static String replaced(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (isControl(plain.charAt(i))) {
                plain.setCharAt(i, '?');
            }
        }
        return plain.toString();
    }

    /** Does not cut between the halves of one character. */
    private static int boundary(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }
}
