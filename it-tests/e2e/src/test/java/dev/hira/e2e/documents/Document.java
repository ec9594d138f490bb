package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown file, line by line.
 *
 * @param path the file, relative to the root of the tree
 * @param lines all lines, prose and code
 */
record Document(Path path, List<Line> lines) {
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?) *#*");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\">");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NOT_IN_SLUG = Pattern.compile("[^\\p{L}\\p{N} _-]");

    /**
     * A line.
     *
     * @param number counted from 1
     * @param code whether the line belongs to a block of code, fenced or indented by four columns
     * @param language what the fence of its block names, empty in all other lines
     */
    record Line(int number, String text, boolean code, String language) {
        boolean isTableRow() {
            return text.stripLeading().startsWith("|");
        }

        /** Returns the targets of the links in the line; code has none. */
        List<String> links() {
            return code ? List.of() : groups(LINK, CODE.matcher(text).replaceAll("``"));
        }

        /** Returns the texts between backticks; lines of a block of code have none. */
        List<String> inlineCode() {
            return code ? List.of() : groups(CODE, text);
        }

        /** Returns the code of the line: all of it in a block of code, else what backticks mark. */
        List<String> commands() {
            return code ? List.of(text) : inlineCode();
        }

        private static List<String> groups(Pattern pattern, String text) {
            return pattern.matcher(text).results().map(found -> found.group(1)).toList();
        }
    }

    static Document read(Path root, Path file) {
        try {
            return new Document(root.relativize(file), lines(Files.readAllLines(file, UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Returns the lines; a command that a backslash continues has the text of all its lines. */
    List<Line> commandLines() {
        List<Line> joined = new ArrayList<>();
        for (Line line : lines) {
            Line last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && last.code() && last.text().endsWith("\\")) {
                String text = last.text().replaceAll(" *\\\\$", " ") + line.text().strip();
                joined.set(joined.size() - 1, new Line(last.number(), text, true, last.language()));
            } else {
                joined.add(line);
            }
        }
        return joined;
    }

    /** Returns the fenced blocks in a language, without their fences and without indentation. */
    List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (Line line : lines) {
            String text = line.text().strip();
            if (block != null && text.equals("```")) {
                // Without the last end of line, after which an empty line would have no
                // indentation.
                blocks.add(block.toString().stripTrailing().stripIndent() + "\n");
                block = null;
            } else if (block != null) {
                block.append(line.text()).append('\n');
            } else if (text.equals("```" + language)) {
                block = new StringBuilder();
            }
        }
        return blocks;
    }

    private static List<Line> lines(List<String> texts) {
        List<Line> lines = new ArrayList<>();
        boolean fenced = false;
        String language = "";
        for (String text : texts) {
            boolean fence = text.stripLeading().startsWith("```");
            boolean code = fence || fenced || text.startsWith("    ");
            if (fence) {
                fenced = !fenced;
                language = fenced ? text.strip().substring(3) : "";
            }
            lines.add(new Line(lines.size() + 1, text, code, language));
        }
        return lines;
    }

    /**
     * Returns the anchors that links can name: explicit ones, and those of headings as GitHub makes
     * them.
     */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> uses = new HashMap<>();
        for (Line line : lines) {
            Matcher heading = HEADING.matcher(line.text());
            if (!line.code() && heading.matches()) {
                String slug = slug(heading.group(1));
                int earlier = uses.merge(slug, 1, Integer::sum) - 1;
                anchors.add(earlier == 0 ? slug : slug + "-" + earlier);
            }
            ANCHOR.matcher(line.text()).results().forEach(found -> anchors.add(found.group(1)));
        }
        return anchors;
    }

    private static String slug(String heading) {
        String words = ANCHOR.matcher(heading).replaceAll("").replace("</a>", "");
        String text = words.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1").strip();
        String plain = NOT_IN_SLUG.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
        return plain.replace(' ', '-');
    }

    /** Returns all Markdown files below a folder, without build outputs and hidden folders. */
    static List<Document> below(Path root) {
        try {
            return SourceFiles.below(root).stream()
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(file -> read(root, file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
    }
}
