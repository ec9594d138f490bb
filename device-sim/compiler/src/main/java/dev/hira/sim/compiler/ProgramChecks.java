package dev.hira.sim.compiler;

import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.CompilerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What must hold of a program before the compiler sees it. */
final class ProgramChecks {
    private static final Pattern NAME = Pattern.compile("[\\w][\\w.+-]*(?:/[\\w][\\w.+-]*)*");
    private static final int LONGEST_NAME = 200;
    private static final int MOST_HEADERS = 1000;
    private static final int MOST_OPTIONS = 1000;

    private ProgramChecks() {}

    static void require(SourceProgram program, CompilerLimits limits) throws BuildFailedException {
        List<String> names = new ArrayList<>(program.headers().keySet());
        names.add(program.file());
        for (String name : names) {
            if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
                throw new BuildFailedException(
                        "error: '"
                                + name
                                + "' cannot be the name of a file here: letters, digits and . _ + -"
                                + " in parts separated by / are allowed, "
                                + LONGEST_NAME
                                + " characters at most");
            }
        }
        requireAtMost("headers", program.headers().size(), MOST_HEADERS);
        requireAtMost("options", program.options().size(), MOST_OPTIONS);
        requireAtMost("name expressions", program.names().size(), MOST_OPTIONS);
        requireAtMost("characters", chars(program), limits.sourceChars());
        if (program.headers().containsKey(program.file())) {
            throw new BuildFailedException(
                    "error: '" + program.file() + "' names both the program and a header");
        }
    }

    private static long chars(SourceProgram program) {
        long chars = program.text().length();
        for (String header : program.headers().values()) {
            chars += header.length();
        }
        for (String option : program.options()) {
            chars += option.length();
        }
        return chars;
    }

    private static void requireAtMost(String what, long given, long most)
            throws BuildFailedException {
        if (given > most) {
            throw new BuildFailedException(
                    "error: the program has "
                            + given
                            + " "
                            + what
                            + "; at most "
                            + most
                            + " are allowed");
        }
    }
}
