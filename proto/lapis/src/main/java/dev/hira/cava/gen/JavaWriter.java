package dev.hira.cava.gen;

import java.util.ArrayList;
import java.util.List;

/** Writes indented lines of Java. Lists that exceed a line of 100 columns continue on the next. */
public final class JavaWriter {
    private static final int WIDTH = 100;
    private static final String STEP = "    ";

    private final List<String> lines = new ArrayList<>();
    private int depth;

    /** Writes a line; consecutive empty lines become one. */
    public JavaWriter line(String text) {
        if (!text.isEmpty()) {
            lines.add(STEP.repeat(depth) + text);
        } else if (!lines.isEmpty()
                && !lines.getLast().isEmpty()
                && !lines.getLast().endsWith("{")) {
            lines.add("");
        }
        return this;
    }

    public JavaWriter blank() {
        return line("");
    }

    /** Writes a line that ends with an opening brace, and indents what follows. */
    public JavaWriter open(String text) {
        line(text + " {");
        depth++;
        return this;
    }

    public JavaWriter close() {
        return close("");
    }

    /** Writes an {@code if}; a long condition continues before its operators. */
    public JavaWriter openIf(String condition) {
        if (fits("if (" + condition + ") {")) {
            return open("if (" + condition + ")");
        }
        String[] operands = condition.split("(?= && )", -1);
        line("if (" + operands[0]);
        for (int i = 1; i < operands.length; i++) {
            boolean last = i + 1 == operands.length;
            line(STEP + STEP + operands[i].strip() + (last ? ") {" : ""));
        }
        if (operands.length == 1) {
            lines.set(lines.size() - 1, lines.getLast() + ") {");
        }
        depth++;
        return this;
    }

    /** Writes an assignment of one of two values. */
    public JavaWriter assignChoice(String target, String condition, String then, String otherwise) {
        String whole = target + " = " + condition + " ? " + then + " : " + otherwise + ";";
        if (fits(whole)) {
            return line(whole);
        }
        line(target + " =");
        line(STEP + STEP + condition);
        line(STEP + STEP + STEP + STEP + "? " + then);
        return line(STEP + STEP + STEP + STEP + ": " + otherwise + ";");
    }

    /** Indents the lines that {@code block} writes. */
    public JavaWriter indented(Runnable block) {
        depth += 2;
        block.run();
        depth -= 2;
        return this;
    }

    /** Writes a closing brace followed by a text. */
    public JavaWriter close(String rest) {
        trim();
        depth--;
        return line("}" + rest);
    }

    /** Ends a block and begins another, as in <code>} else {</code>. */
    public JavaWriter reopen(String text) {
        trim();
        depth--;
        line("} " + text + " {");
        depth++;
        return this;
    }

    /** Writes {@code head(item, item, …)tail}, continued when it is long. */
    public JavaWriter list(String head, List<String> items, String tail) {
        String whole = head + "(" + String.join(", ", items) + ")" + tail;
        if (items.isEmpty() || fits(whole)) {
            return line(whole);
        }
        line(head + "(");
        continued(items, ")" + tail);
        return this;
    }

    /** Like {@link #list}, followed by a block. */
    public JavaWriter openList(String head, List<String> items, String tail) {
        list(head, items, tail + " {");
        depth++;
        return this;
    }

    /** Writes a statement of chained calls; a long one continues before the dots. */
    JavaWriter chain(String head, List<String> links) {
        String whole = head + String.join("", links);
        if (fits(whole)) {
            return line(whole);
        }
        line(head + (links.isEmpty() ? "" : links.getFirst()));
        for (String link : links.subList(Math.min(1, links.size()), links.size())) {
            line(STEP + STEP + link);
        }
        return this;
    }

    /** Writes an assignment; a long value goes to the next line. */
    public JavaWriter assign(String target, String value) {
        String whole = target + " = " + value + ";";
        if (fits(whole)) {
            return line(whole);
        }
        return line(target + " =").continuedText(value + ";");
    }

    /** Continues the line before with a text, broken at blanks. */
    JavaWriter continuedText(String text) {
        String rest = text;
        String indent = STEP + STEP;
        int room = WIDTH - STEP.length() * (depth + 2);
        while (rest.length() > room) {
            int cut = lastBlank(rest, room);
            if (cut <= 0) {
                break;
            }
            line(indent + rest.substring(0, cut));
            rest = rest.substring(cut + 1);
            room -= indent.equals(STEP + STEP) ? indent.length() : 0;
            indent = STEP.repeat(4);
        }
        return line(indent + rest);
    }

    /** Returns the last blank up to a column outside string literals; 0 for none. */
    private static int lastBlank(String text, int room) {
        int last = 0;
        boolean quoted = false;
        for (int i = 0; i <= Math.min(room, text.length() - 1); i++) {
            char c = text.charAt(i);
            if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
                quoted = !quoted;
            } else if (c == ' ' && !quoted) {
                last = i;
            }
        }
        return last;
    }

    public JavaWriter javadoc(List<String> text) {
        List<String> wrapped = wrap(text);
        if (wrapped.isEmpty()) {
            return this;
        }
        if (wrapped.size() == 1 && fits("/** " + wrapped.getFirst() + " */")) {
            return line("/** " + wrapped.getFirst() + " */");
        }
        line("/**");
        wrapped.forEach(l -> line(l.isEmpty() ? " *" : " * " + l));
        return line(" */");
    }

    public JavaWriter javadoc(String text) {
        return javadoc(List.of(text));
    }

    public JavaWriter all(List<String> texts) {
        texts.forEach(this::line);
        return this;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    private void continued(List<String> items, String end) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < items.size(); i++) {
            String item = items.get(i) + (i + 1 < items.size() ? "," : end);
            if (!row.isEmpty() && !fits(STEP + STEP + row + " " + item)) {
                line(STEP + STEP + row);
                row.setLength(0);
            }
            row.append(row.isEmpty() ? "" : " ").append(item);
        }
        if (fits(STEP + STEP + row)) {
            line(STEP + STEP + row);
        } else {
            continuedText(row.toString());
        }
    }

    private List<String> wrap(List<String> paragraphs) {
        List<String> wrapped = new ArrayList<>();
        int room = WIDTH - STEP.length() * depth - 3;
        for (String paragraph : paragraphs) {
            String indent = paragraph.startsWith("@") ? STEP : "";
            String rest = paragraph;
            while (rest.length() > room) {
                int cut = rest.lastIndexOf(' ', room);
                if (cut <= indent.length()) {
                    break;
                }
                wrapped.add(rest.substring(0, cut));
                rest = indent + rest.substring(cut + 1);
            }
            wrapped.add(rest);
        }
        return wrapped;
    }

    private boolean fits(String text) {
        return STEP.length() * depth + text.length() <= WIDTH;
    }

    private void trim() {
        while (!lines.isEmpty() && lines.getLast().isEmpty()) {
            lines.removeLast();
        }
    }
}
