package dev.hira.cli.declare;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import dev.hira.cli.client.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where a text in HOCON gives settings. The library merges what is given twice, and its
 * parser calls itself for each brace. Texts with other mistakes are left to the library.
 */
final class GivenSettings {
    private static final int MOST_DEPTH = 100;

    private final String text;
    private final String file;
    private final List<Given> all = new ArrayList<>();
    private int at;
    private int line = 1;
    private int braces;

    /**
     * A key with its value.
     *
     * @param path from the top of the file
     * @param outer the number of keys of the path that stand before braces around this one
     * @param block whether the value has braces
     * @param optional whether the value is there only if the environment has it
     */
    record Given(List<String> path, int outer, int line, boolean block, boolean optional) {}

    private GivenSettings(String text, String file) {
        this.text = text;
        this.file = file;
    }

    /**
     * Returns all settings of a text, in its order.
     *
     * @throws UsageException when it is nested too deeply
     */
    static List<Given> of(String text, String file) {
        GivenSettings settings = new GivenSettings(text, file);
        while (settings.at < text.length()) {
            settings.fields(List.of());
            settings.skip(1); // a brace around all, or one too many
        }
        return settings.all;
    }

    private void fields(List<String> outer) {
        while (true) {
            space(true);
            if (at >= text.length() || now() == '}' || (outer.isEmpty() && now() == '{')) {
                return;
            }
            int first = line;
            int begin = at;
            List<String> path = new ArrayList<>(outer);
            path.addAll(key());
            space(false);
            if (text.startsWith("+=", at)) {
                skip(2);
            } else if (at < text.length() && (now() == '=' || now() == ':')) {
                skip(1);
            } else if (at >= text.length() || now() != '{') {
                if (at == begin) {
                    skip(1);
                }
                continue; // an include, or a mistake
            }
            int place = all.size();
            space(false);
            boolean optional = text.startsWith("${?", at);
            boolean block = value(path);
            all.add(place, new Given(List.copyOf(path), outer.size(), first, block, optional));
        }
    }

    private List<String> key() {
        int begin = at;
        int dots = 0;
        while (at < text.length() && "{}[]=:+,\n#".indexOf(now()) < 0 && !comment()) {
            dots += now() == '.' ? 1 : 0;
            piece();
        }
        requireFlat(dots);
        String key = text.substring(begin, at).strip();
        try {
            return key.isEmpty() ? List.of() : ConfigUtil.splitPath(key);
        } catch (ConfigException e) {
            return List.of(key);
        }
    }

    /** Skips a value; returns whether it has braces. */
    private boolean value(List<String> path) {
        requireFlat(path.size());
        boolean block = false;
        while (at < text.length() && ",\n}]".indexOf(now()) < 0 && !comment()) {
            if (now() == '{') {
                block = true;
                requireFlat(++braces);
                skip(1);
                fields(path);
                skip(1);
                braces--;
            } else if (now() == '[') {
                list();
            } else {
                piece();
            }
        }
        return block;
    }

    private void list() {
        int depth = 0;
        do {
            if (comment()) {
                space(false);
                continue;
            }
            depth += "[{".indexOf(now()) >= 0 ? 1 : "]}".indexOf(now()) >= 0 ? -1 : 0;
            requireFlat(braces + depth);
            piece();
        } while (depth > 0 && at < text.length());
    }

    /** Skips a text in quotes, a substitution, or one character. */
    private void piece() {
        String quotes = text.startsWith("\"\"\"", at) ? "\"\"\"" : "\"";
        if (text.startsWith("${", at)) {
            through("}", 2);
        } else if (now() != '"') {
            skip(1);
        } else if (quotes.length() == 3) {
            through(quotes, 3);
            while (at < text.length() && now() == '"') {
                skip(1);
            }
        } else {
            skip(1);
            while (at < text.length() && now() != '"' && now() != '\n') {
                skip(now() == '\\' ? 2 : 1);
            }
            skip(1);
        }
    }

    private void through(String end, int begin) {
        int found = text.indexOf(end, at + begin);
        skip((found < 0 ? text.length() : found + end.length()) - at);
    }

    private void space(boolean commas) {
        while (at < text.length()) {
            if (comment()) {
                int end = text.indexOf('\n', at);
                skip((end < 0 ? text.length() : end) - at);
            } else if (Character.isWhitespace(now()) || (commas && now() == ',')) {
                skip(1);
            } else {
                return;
            }
        }
    }

    private boolean comment() {
        return now() == '#' || text.startsWith("//", at);
    }

    private char now() {
        return text.charAt(at);
    }

    private void skip(int characters) {
        for (int end = Math.min(text.length(), at + characters); at < end; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }

    private void requireFlat(int depth) {
        if (depth > MOST_DEPTH) {
            throw new UsageException(
                    file
                            + ": "
                            + line
                            + ": settings are nested more than "
                            + MOST_DEPTH
                            + " deep; a declaration needs at most 6");
        }
    }
}
