package dev.hira.cli.testing;

import dev.hira.cli.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The command line of a test, with its last output. */
public final class Hira {
    /** Time for the router to answer, so that a busy machine is not taken for a silent router. */
    private static final List<String> PATIENT = List.of("--timeout", "120");

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    /** Runs a command and returns its exit code. */
    public int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine line = CommandLines.of(arguments[0]);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    /** Runs an operator's command at the router with this admin address. */
    public int runAt(String admin, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--admin", admin));
        all.addAll(PATIENT);
        return run(all.toArray(String[]::new));
    }

    /** Returns the standard output of the last command. */
    public String out() {
        return out.toString();
    }

    /** Returns the error output of the last command. */
    public String err() {
        return err.toString();
    }
}
