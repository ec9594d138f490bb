package dev.hira.sim.compiler;

import dev.hira.api.source.Build.Failed.Reason;
import dev.hira.sim.compiler.clang.BuildFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options that a program may use, and what each says to clang. Options outside the list fail
 * the build: a stranger's {@code -include} or {@code -Xclang} reaches no compiler.
 */
final class OptionReader {
    private static final Pattern JOINS_NEXT =
            Pattern.compile(
                    "-D|-U|--std|-std|-arch|-I|--gpu-architecture|--define-macro|--undefine-macro");

    private final String language;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Advice> advices = new ArrayList<>();

    private record Rule(Pattern form, List<String> gives) {}

    private record Advice(Pattern form, String text) {}

    OptionReader(String language) {
        this.language = language;
    }

    /**
     * Allows options of a form.
     *
     * @param form a regular expression of the whole option
     * @param gives options of clang, in which {@code $1} stands for the form's first group; none
     *     for an option without effect
     */
    OptionReader allow(String form, String... gives) {
        rules.add(new Rule(Pattern.compile(form, Pattern.DOTALL), List.of(gives)));
        return this;
    }

    /**
     * Says what is allowed in place of options of a form.
     *
     * @param form a regular expression of the whole option
     */
    OptionReader advise(String form, String text) {
        advices.add(new Advice(Pattern.compile(form, Pattern.DOTALL), text));
        return this;
    }

    /** Returns clang's options for a program's. */
    List<String> read(List<String> options) throws BuildFailedException {
        List<String> given = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (JOINS_NEXT.matcher(option).matches() && i + 1 < options.size()) {
                option +=
                        (option.startsWith("-D")
                                                || option.startsWith("-U")
                                                || option.startsWith("-I")
                                        ? ""
                                        : "=")
                                + options.get(++i);
            }
            given.addAll(translate(option));
        }
        return given;
    }

    private List<String> translate(String option) throws BuildFailedException {
        for (Rule rule : rules) {
            Matcher matcher = rule.form().matcher(option);
            if (matcher.matches()) {
                return expand(rule.gives(), matcher.toMatchResult());
            }
        }
        throw new BuildFailedException(
                Reason.OPTIONS,
                "error: the option '"
                        + option
                        + "' is not one that a program in "
                        + language
                        + " may be compiled with here; "
                        + advice(option));
    }

    private String advice(String option) {
        for (Advice advice : advices) {
            if (advice.form().matcher(option).matches()) {
                return advice.text();
            }
        }
        if (option.startsWith("-I")
                || option.startsWith("--include-path")
                || option.startsWith("-include")) {
            return "give the texts of headers by their names instead";
        }
        return JOINS_NEXT.matcher(option).matches()
                ? "it needs a value, in the same option or as the next one"
                : "docs/sources.md lists the options";
    }

    private static List<String> expand(List<String> gives, MatchResult match) {
        UnaryOperator<String> filled =
                text -> {
                    @Nullable String group = match.groupCount() > 0 ? match.group(1) : null;
                    return group == null ? text : text.replace("$1", group);
                };
        return gives.stream().map(filled).toList();
    }
}
