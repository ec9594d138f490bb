package dev.hira.sim.ptx.text;

/** Skips the text between tokens: blanks, comments and preprocessor lines. */
public final class Blanks {
    private Blanks() {}

    /** Returns the first non-blank offset at or after this one, or the limit. */
    public static int skip(String text, int from, int limit) {
        int at = from;
        while (at < limit) {
            char c = text.charAt(at);
            if (c <= ' ') {
                at++;
            } else if (startsComment(text, at, limit)) {
                at = endOfComment(text, at, limit);
            } else if (c == '#' || (c == '@' && at + 1 < limit && text.charAt(at + 1) == '@')) {
                at = endOfLine(text, at, limit);
            } else {
                return at;
            }
        }
        return limit;
    }

    static boolean startsComment(String text, int at, int limit) {
        return at + 1 < limit
                && text.charAt(at) == '/'
                && (text.charAt(at + 1) == '/' || text.charAt(at + 1) == '*');
    }

    static int endOfComment(String text, int at, int limit) {
        if (text.charAt(at + 1) == '/') {
            return endOfLine(text, at, limit);
        }
        int end = text.indexOf("*/", at + 2);
        return end < 0 || end + 2 > limit ? limit : end + 2;
    }

    private static int endOfLine(String text, int at, int limit) {
        int end = text.indexOf('\n', at);
        return end < 0 || end > limit ? limit : end;
    }
}
