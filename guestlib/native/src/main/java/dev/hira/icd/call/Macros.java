package dev.hira.icd.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The macros by which programs compute names of files that they include: those of the options
 * ({@code -D}) and of the source. Conditions are not evaluated, so the last definition counts.
 */
final class Macros {
    private static final Pattern OPTION =
            Pattern.compile("(?<!\\S)-D\\s*((?:\"[^\"]*\"|[^\\s\"])+)");
    private static final String HEAD = "([A-Za-z_]\\w*)(?:\\(([^()\\n]*)\\))?";
    private static final Pattern ASSIGNED = Pattern.compile(HEAD + "=(.*)");
    private static final Pattern DEFINE =
            Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+" + HEAD + "[ \\t]+(\\S.*)$");
    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|[A-Za-z_]\\w*");
    private static final Pattern PARAMETER = Pattern.compile("(#\\s*)?([A-Za-z_]\\w*)");

    private record Macro(@Nullable List<String> parameters, String body) {}

    private final Map<String, Macro> macros = new HashMap<>();

    /** Starts with the macros of a build's options. */
    Macros(String options) {
        Matcher option = OPTION.matcher(options);
        while (option.find()) {
            Matcher found = ASSIGNED.matcher(option.group(1).replace("\"", ""));
            if (found.matches()) {
                define(found);
            }
        }
    }

    /** Adds the macros that a source defines. */
    void read(String source) {
        Matcher found = DEFINE.matcher(source);
        while (found.find()) {
            define(found);
        }
    }

    private void define(Matcher found) {
        String parameters = found.group(2);
        macros.put(
                found.group(1),
                new Macro(
                        parameters == null ? null : List.of(parameters.strip().split("\\s*,\\s*")),
                        found.group(3).strip()));
    }

    /** Replaces the macros in a text. */
    String expand(String text) {
        return expand(text, Set.of());
    }

    private String expand(String text, Set<String> hidden) {
        StringBuilder out = new StringBuilder();
        Matcher found = TOKEN.matcher(text);
        int from = 0;
        while (found.find(from)) {
            out.append(text, from, found.start());
            from = found.end();
            String name = found.group();
            Macro macro = hidden.contains(name) ? null : macros.get(name);
            @Nullable String body = macro == null ? null : macro.body;
            if (macro != null && macro.parameters != null) {
                List<String> arguments = new ArrayList<>();
                int end = arguments(text, from, arguments);
                boolean called = arguments.size() == macro.parameters.size();
                body = called ? substitute(macro, arguments, hidden) : null;
                from = called ? end : from;
            }
            if (body == null) {
                out.append(name);
            } else {
                Set<String> inner = new HashSet<>(hidden);
                inner.add(name);
                out.append(expand(body, inner));
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Reads the arguments of a call; returns where it ends. Without a call, there are none. */
    private static int arguments(String text, int from, List<String> arguments) {
        int open = from;
        while (open < text.length() && Character.isWhitespace(text.charAt(open))) {
            open++;
        }
        if (open == text.length() || text.charAt(open) != '(') {
            return from;
        }
        int depth = 0;
        int begin = open + 1;
        for (int at = open; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 || (c == ',' && depth == 1)) {
                arguments.add(text.substring(begin, at).strip());
                begin = at + 1;
            }
            if (depth == 0) {
                return at + 1;
            }
        }
        arguments.clear();
        return from;
    }

    private String substitute(Macro macro, List<String> arguments, Set<String> hidden) {
        return PARAMETER
                .matcher(macro.body)
                .replaceAll(found -> {
                    int place =
                            macro.parameters == null
                                    ? -1
                                    : macro.parameters.indexOf(found.group(2));
                    String text =
                            place < 0
                                    ? found.group()
                                    : found.group(1) == null
                                            ? expand(arguments.get(place), hidden)
                                            : '"' + arguments.get(place) + '"';
                    return Matcher.quoteReplacement(text);
                });
    }
}
