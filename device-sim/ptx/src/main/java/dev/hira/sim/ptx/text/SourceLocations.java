package dev.hira.sim.ptx.text;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of the program that a text was compiled from, as the directives {@code .loc} and {@code
 * .file} give them. Made in one pass when a person is told of a line, and not kept.
 */
final class SourceLocations {
    /** The folder of the headers that Hira's compiler adds; a mistake is where they are used. */
    private static final String ADDED = "/hira/";

    /** The lines before a line among which its location must be. */
    private static final int MOST_LINES = 2000;

    /** The longest directive that is read. */
    private static final int MOST_CHARS = 4096;

    private static final String FILE = ".file";

    private static final Pattern LOCATION =
            Pattern.compile("\\.loc[ \t]+(\\d{1,9})[ \t]+(\\d{1,9})\\b.*");
    private static final Pattern FUNCTION =
            Pattern.compile("(?:\\.\\w+[ \t]+){0,4}\\.(?:entry|func)\\b.*");
    private static final Pattern DECLARED =
            Pattern.compile("[ \t]+(\\d{1,9})[ \t]+\"([^\"\n]*)\"(?:[ \t]+\"([^\"\n]*)\")?");

    private final PtxSource source;
    private final Map<Integer, String> files = new HashMap<>();

    SourceLocations(PtxSource source) {
        this.source = source;
        String text = source.text();
        for (int at = text.indexOf(FILE); at >= 0; at = text.indexOf(FILE, at + 1)) {
            if (at > 0 && !Character.isWhitespace(text.charAt(at - 1))) {
                continue;
            }
            int limit = Math.min(text.length(), at + MOST_CHARS);
            Matcher declared = DECLARED.matcher(text).region(at + FILE.length(), limit);
            if (declared.lookingAt()) {
                files.putIfAbsent(
                        Integer.valueOf(declared.group(1)),
                        name(declared.group(2), declared.group(3)));
            }
        }
    }

    private static String name(String first, @Nullable String second) {
        if (second == null) {
            return first;
        }
        boolean isWhole = second.startsWith("/") || first.equals("/") || first.equals("/src");
        return isWhole ? second : first + "/" + second;
    }

    /** Returns "file:line" for a line of the text; empty when the text does not say it. */
    String of(int line) {
        for (int before = line; before > Math.max(0, line - MOST_LINES); before--) {
            String text = source.lineText(before);
            Matcher location = LOCATION.matcher(text);
            if (location.matches()) {
                int number = Integer.parseInt(location.group(2));
                String file = files.getOrDefault(Integer.valueOf(location.group(1)), ADDED);
                if (number > 0 && !file.startsWith(ADDED)) {
                    return file + ":" + number;
                }
            } else if (FUNCTION.matcher(text).matches()) {
                return "";
            }
        }
        return "";
    }
}
