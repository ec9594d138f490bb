package dev.hira.cava.gen;

import dev.hira.cava.type.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Converts comments of a description to Javadoc. */
public final class Javadocs {
    private Javadocs() {}

    /** Returns the paragraphs of a comment; without a comment, the first of {@code fallback}. */
    public static List<String> of(String comment, String fallback) {
        List<String> paragraphs = new ArrayList<>();
        String text = comment.isBlank() ? fallback : comment;
        for (String paragraph : text.split("\n\\s*\n", -1)) {
            String joined = escape(paragraph.replace('\n', ' ').strip());
            if (!paragraphs.isEmpty()) {
                paragraphs.add("");
            }
            paragraphs.add(paragraphs.isEmpty() ? joined : "<p>" + joined);
        }
        return paragraphs;
    }

    /** Adds a line for each field with a comment. */
    public static void params(List<String> doc, List<Field> fields) {
        List<String> lines = new ArrayList<>();
        for (Field field : fields) {
            if (!field.comment().isBlank()) {
                lines.add("@param " + field.java() + " " + phrase(field.comment()));
            }
        }
        section(doc, lines);
    }

    /** Adds block tags after an empty line. */
    public static void section(List<String> doc, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        boolean first = doc.stream().noneMatch(l -> l.startsWith("@"));
        if (first && !doc.isEmpty()) {
            doc.add("");
        }
        doc.addAll(lines);
    }

    /** Returns a comment as the text after a tag. */
    public static String phrase(String comment) {
        String text = escape(comment.replace('\n', ' ').strip());
        boolean sentence = text.contains(". ");
        String start = startsWithWord(text) ? lowered(text) : text;
        return sentence || !text.endsWith(".") ? start : start.substring(0, start.length() - 1);
    }

    private static boolean startsWithWord(String text) {
        return text.length() > 1
                && Character.isUpperCase(text.charAt(0))
                && !Character.isUpperCase(text.charAt(1))
                && text.charAt(1) != '_';
    }

    private static String lowered(String text) {
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    private static String escape(String text) {
        List<String> words = Arrays.asList(text.split("\\s+"));
        return String.join(" ", words)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("*/", "*&#47;")
                .replace("@", "&#64;");
    }
}
