package dev.hira.sim.opencl.device;

import java.util.ArrayList;
import java.util.List;

/** The text of options that a program gives to {@code clBuildProgram}. */
public final class BuildOptions {
    private BuildOptions() {}

    /**
     * Splits the text at blanks. Quotation marks keep blanks in one option; a backslash keeps the
     * quotation mark or the backslash after it.
     */
    static List<String> split(String text) {
        List<String> options = new ArrayList<>();
        StringBuilder option = new StringBuilder();
        boolean quoted = false;
        boolean begun = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) && !quoted) {
                if (begun) {
                    options.add(option.toString());
                    option.setLength(0);
                    begun = false;
                }
                continue;
            }
            begun = true;
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && escapes(text, i + 1)) {
                option.append(text.charAt(++i));
            } else {
                option.append(c);
            }
        }
        if (begun) {
            options.add(option.toString());
        }
        return options;
    }

    private static boolean escapes(String text, int next) {
        return next < text.length() && (text.charAt(next) == '"' || text.charAt(next) == '\\');
    }
}
