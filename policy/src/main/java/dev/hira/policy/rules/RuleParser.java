package dev.hira.policy.rules;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text of rules into statements. A statement begins at the margin; indented lines continue
 * the line before; lines that begin with {@code #} are comments.
 */
final class RuleParser {
    /** Most statements of a text, which bounds the cost of judging. */
    static final int MOST_STATEMENTS = 64;

    static final String FORMS =
            """
            setting NAME [of CLASS] = NUMBER; counter NAME [= NUMBER]; \
            consume RESOURCE: COUNTER = EXPRESSION; consume RESOURCE: charge EXPRESSION; \
            schedule: EXPRESSION; deny if EXPRESSION: "MESSAGE"; delay if EXPRESSION; retry 5ms\
            """;

    private static final String NAME = "([A-Za-z_][A-Za-z0-9_]*)";
    private static final String NUMBER = "(-?[0-9][0-9_]{0,23})";
    private static final List<Form> STATEMENTS =
            List.of(
                    new Form(
                            "setting\\s+" + NAME + "(?:\\s+of\\s+(\\S+))?\\s*=\\s*" + NUMBER,
                            (source, m) ->
                                    new RuleStatement.Setting(
                                            source,
                                            part(source, m, 1),
                                            m.group(2) == null ? "" : m.group(2),
                                            number(m, 3))),
                    new Form(
                            "counter\\s+" + NAME + "(?:\\s*=\\s*" + NUMBER + ")?",
                            (source, m) ->
                                    new RuleStatement.Counter(
                                            source, part(source, m, 1), number(m, 2))),
                    new Form("consume\\s+(\\w+)\\s*:\\s*(charge)\\s(.+)", RuleParser::consume),
                    new Form(
                            "consume\\s+(\\w+)\\s*:\\s*" + NAME + "\\s*=(?!=)(.+)",
                            RuleParser::consume),
                    new Form(
                            "schedule\\s*:(.+)",
                            (source, m) -> new RuleStatement.Schedule(source, part(source, m, 1))),
                    new Form(
                            "deny\\s+if\\s(.+):\\s*\"([^\"\\\\\\n]*)\"",
                            (source, m) ->
                                    new RuleStatement.Deny(source, part(source, m, 1), m.group(2))),
                    new Form(
                            "delay\\s+if\\s(.+)",
                            (source, m) -> new RuleStatement.Delay(source, part(source, m, 1))),
                    new Form(
                            "retry\\s+([0-9]{1,6})ms",
                            (source, m) ->
                                    new RuleStatement.Retry(
                                            source, Math.max(1, number(m, 1)) * 1_000_000)));

    private final String[] lines;
    private final List<RuleProblem> problems;
    private final List<RuleStatement> statements = new ArrayList<>();

    private RuleParser(String text, List<RuleProblem> problems) {
        this.lines = text.split("\n", -1);
        this.problems = problems;
    }

    /** Parses a text into statements and adds problems to a list. */
    static List<RuleStatement> parse(String text, List<RuleProblem> problems) {
        var parser = new RuleParser(text.replace("\r\n", "\n").replace('\t', ' '), problems);
        parser.run();
        return parser.statements;
    }

    private void run() {
        int line = 0;
        while (line < lines.length) {
            int next = line + 1;
            while (next < lines.length && continues(lines[next])) {
                next++;
            }
            String text = gather(line, next);
            if (!text.isBlank()) {
                add(new Fragment(text, line + 1, 1));
            }
            line = next;
        }
    }

    private static boolean continues(String line) {
        return line.startsWith(" ") || line.startsWith("#") || line.isBlank();
    }

    private String gather(int from, int to) {
        var text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : "\n").append(lines[i].startsWith("#") ? "" : lines[i]);
        }
        return text.toString();
    }

    private void add(Fragment source) {
        RuleStatement statement = read(source);
        if (statement == null) {
            problem(source, "this is not a statement; the statements are " + FORMS);
        } else if (statements.size() == MOST_STATEMENTS) {
            problem(source, "there are more than " + MOST_STATEMENTS + " statements");
        } else {
            statements.add(statement);
        }
    }

    private void problem(Fragment at, String message) {
        problems.add(new RuleProblem(at.line(), at.column(), message, lines[at.line() - 1]));
    }

    private static @Nullable RuleStatement read(Fragment source) {
        for (Form form : STATEMENTS) {
            Matcher matcher = form.pattern().matcher(source.text());
            if (matcher.matches()) {
                return form.reader().read(source, matcher);
            }
        }
        return null;
    }

    private static RuleStatement consume(Fragment source, Matcher m) {
        return new RuleStatement.Consume(
                source, part(source, m, 1), part(source, m, 2), part(source, m, 3));
    }

    private static Fragment part(Fragment source, Matcher matcher, int group) {
        return source.between(matcher.start(group), matcher.end(group));
    }

    /** Returns a number of the text; out of range it is the nearest long. */
    private static long number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        if (digits == null) {
            return 0;
        }
        var value = new BigInteger(digits.replace("_", ""));
        return value.bitLength() < 64 ? value.longValue() : Long.MAX_VALUE * value.signum();
    }

    /** The form of a statement and the reader of its parts. */
    private record Form(Pattern pattern, Reader reader) {
        Form(String pattern, Reader reader) {
            this(Pattern.compile(pattern + "\\s*", Pattern.DOTALL), reader);
        }
    }

    /** Creates a statement from the groups of its form. */
    private interface Reader {
        RuleStatement read(Fragment source, Matcher matcher);
    }
}
