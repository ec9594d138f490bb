package dev.hira.policy.rules;

/**
 * A piece of the text of rules.
 *
 * @param text the piece, which may span several lines
 * @param line line where it begins, counted from 1
 * @param column column where it begins, counted from 1
 */
record Fragment(String text, int line, int column) {
    /** Returns the part from an offset on, without white space at its ends. */
    Fragment from(int begin) {
        return between(begin, text.length());
    }

    Fragment between(int begin, int end) {
        int first = begin;
        while (first < end && Character.isWhitespace(text.charAt(first))) {
            first++;
        }
        int last = end;
        while (last > first && Character.isWhitespace(text.charAt(last - 1))) {
            last--;
        }
        String before = text.substring(0, first);
        int newline = before.lastIndexOf('\n');
        int lines = (int) before.chars().filter(c -> c == '\n').count();
        return new Fragment(
                text.substring(first, last),
                line + lines,
                newline < 0 ? column + first : first - newline);
    }
}
