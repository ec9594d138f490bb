package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.BuildFailedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name expressions of CUDA C++. Behind the program stands one constant for each, whose initializer
 * is the address of what the expression names. That instantiates templates, and the name that PTX
 * has for it can be read in the constant's definition.
 */
final class NameExpressions {
    private static final String PREFIX = "__hira_name_";
    private static final Pattern DEFINITION =
            Pattern.compile(
                    "(?m)^.*\\.u64 \\w*"
                            + PREFIX
                            + "(\\d+) = (?:generic\\()?([\\w$]+)\\)?(?:\\+0)?;\\R");

    private NameExpressions() {}

    /** Returns a program with the constants behind it. */
    static String append(String program, List<String> expressions) throws BuildFailedException {
        StringBuilder text = new StringBuilder(program);
        for (int i = 0; i < expressions.size(); i++) {
            String expression = expressions.get(i);
            if (expression.isBlank() || expression.contains("\n") || expression.contains("\r")) {
                throw new BuildFailedException(
                        "error: the name expression '" + expression + "' is not one line of text");
            }
            text.append("\n#line 1 \"name expression\"\n");
            text.append("__attribute__((device, used)) const void* const ")
                    .append(PREFIX)
                    .append(i);
            text.append(" = (const void*)(").append(expression).append(");\n");
        }
        return text.toString();
    }

    /**
     * Returns the names that expressions have in PTX.
     *
     * @throws BuildFailedException when an expression names nothing that PTX has
     */
    static Map<String, String> names(String ptx, List<String> expressions)
            throws BuildFailedException {
        Map<String, String> names = new HashMap<>();
        Matcher definitions = DEFINITION.matcher(ptx);
        while (definitions.find()) {
            names.put(
                    expressions.get(Integer.parseInt(definitions.group(1))), definitions.group(2));
        }
        for (String expression : expressions) {
            if (!names.containsKey(expression)) {
                throw new BuildFailedException(
                        "error: the name expression '"
                                + expression
                                + "' names neither a kernel nor a variable");
            }
        }
        return names;
    }

    /** Returns PTX without the constants. */
    static String without(String ptx) {
        return DEFINITION.matcher(ptx).replaceAll("");
    }
}
