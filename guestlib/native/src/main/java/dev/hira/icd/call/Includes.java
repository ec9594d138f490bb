package dev.hira.icd.call;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files that a program in OpenCL C includes, from folders of its options ({@code -I}) or by
 * their paths, which may be computed by macros. They lie with the program, and the compiler may be
 * anywhere and reads no files, so the texts take the place of the directives; {@code #line} keeps
 * the lines of errors right. A file that is not found, or that is being included already, leaves
 * its directive for the compiler.
 */
final class Includes {
    /** What one program may include, as a limit against files that include themselves often. */
    private static final int MOST_BYTES = 16 << 20;

    private static final Pattern DIRECTIVE =
            Pattern.compile("(?m)^[ \\t]*#[ \\t]*include[ \\t]*(\\S.*)$");
    private static final Pattern NAME = Pattern.compile("([<\"])([^>\"]+)[>\"]");
    private static final Pattern OPTION = Pattern.compile("(?<!\\S)-I\\s*(\"[^\"]*\"|\\S+)");
    private static final Pattern ONCE = Pattern.compile("(?m)^[ \\t]*#[ \\t]*pragma[ \\t]+once.*$");

    private final List<Path> folders = new ArrayList<>();
    private final Set<String> given;
    private final Macros macros;
    private final Map<Path, Integer> once = new HashMap<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private int bytes;

    /**
     * Creates a search.
     *
     * @param options the options of the build
     * @param given the names of headers that the compiler gets with the program
     */
    Includes(String options, List<String> given) {
        Matcher found = OPTION.matcher(options);
        while (found.find()) {
            folders.add(Path.of(found.group(1).replace("\"", "")));
        }
        this.given = Set.copyOf(given);
        this.macros = new Macros(options);
    }

    /** Returns a source with the texts of the files that it includes. */
    String expand(String source) {
        return expand(source, "program.cl", null);
    }

    private String expand(String source, String name, @Nullable Path own) {
        StringBuilder out = new StringBuilder();
        Matcher found = DIRECTIVE.matcher(source);
        int from = 0;
        int read = 0;
        while (found.find()) {
            macros.read(source.substring(read, found.start()));
            read = found.end();
            Matcher target = NAME.matcher(found.group(1));
            if (!target.lookingAt()) {
                target.reset(macros.expand(found.group(1)).strip());
            }
            if (!target.lookingAt()) {
                continue;
            }
            String wanted = target.group(2);
            Path file = given.contains(wanted) ? null : find(wanted, target.group(1), own);
            String text = file == null || open.contains(file) ? null : read(file);
            if (file != null && text != null) {
                out.append(source, from, found.start());
                out.append(included(text, wanted, file));
                out.append("\n#line ").append(line(source, found.end()) + 1);
                out.append(" \"").append(name).append('"');
                from = found.end();
            }
        }
        macros.read(source.substring(read));
        return out.append(source, from, source.length()).toString();
    }

    private String included(String text, String name, Path file) {
        open.push(file);
        String inner = expand(ONCE.matcher(text).replaceAll(""), name, file);
        open.pop();
        String body = "#line 1 \"" + name + "\"\n" + inner;
        if (!ONCE.matcher(text).find()) {
            return body;
        }
        String mark = "HIRA_ONCE_" + once.computeIfAbsent(file, _ -> once.size());
        return "#ifndef " + mark + "\n#define " + mark + "\n" + body + "\n#endif";
    }

    private static long line(String source, int end) {
        return 1 + source.substring(0, end).chars().filter(c -> c == '\n').count();
    }

    private @Nullable Path find(String wanted, String quote, @Nullable Path own) {
        List<Path> places = new ArrayList<>();
        if (quote.equals("\"")) {
            places.add(own == null || own.getParent() == null ? Path.of("") : own.getParent());
        }
        places.addAll(folders);
        for (Path place : places) {
            Path file = place.resolve(wanted).toAbsolutePath().normalize();
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }

    private @Nullable String read(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            bytes += text.length();
            return bytes > MOST_BYTES ? null : text;
        } catch (IOException unreadable) {
            return null;
        }
    }
}
