package dev.hira.sim.ptx.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of the program that a text was compiled from, as the directives {@code .loc} and {@code
 * .file} give them. They are looked up when a person is told of a line, so that nothing is kept.
 */
final class SourceLocations {
    /** The folder of the headers that Hira's compiler adds; a mistake is where they are used. */
    private static final Pattern ADDED = Pattern.compile("/hira/.*");

    private static final Pattern LOCATION = Pattern.compile("\\s*\\.loc\\s+(\\d+)\\s+(\\d+)\\b.*");
    private static final Pattern FUNCTION =
            Pattern.compile("\\s*(?:\\.\\w+\\s+)*\\.(?:entry|func)\\b.*");

    private SourceLocations() {}

    /** Returns "file:line" for a line of a text; empty when the text does not say it. */
    static String of(PtxSource source, int line) {
        for (int before = line; before > 0; before--) {
            String text = source.lineText(before);
            Matcher location = LOCATION.matcher(text);
            if (location.matches() && !location.group(2).matches("0+")) {
                String file = file(source.text(), location.group(1));
                if (!file.isEmpty() && !ADDED.matcher(file).matches()) {
                    return file + ":" + location.group(2);
                }
            } else if (FUNCTION.matcher(text).matches()) {
                return "";
            }
        }
        return "";
    }

    private static String file(String text, String number) {
        Matcher file =
                Pattern.compile(
                                "(?m)^\\s*\\.file\\s+0*"
                                        + number
                                        + "\\s+\"([^\"\n]*)\"(?:\\s+\"([^\"\n]*)\")?")
                        .matcher(text);
        if (!file.find()) {
            return "";
        }
        String folder = file.group(1);
        String name = file.group(2);
        if (name == null) {
            return folder;
        }
        boolean isWhole = name.startsWith("/") || folder.equals("/") || folder.equals("/src");
        return isWhole ? name : folder + "/" + name;
    }
}
