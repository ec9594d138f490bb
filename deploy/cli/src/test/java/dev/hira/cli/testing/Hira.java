package dev.hira.cli.testing;

import dev.hira.cli.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The command line as a test runs it, with what it said last. */
public final class Hira {
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    /** Runs a command; the result is its exit code. */
    public int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine line = CommandLines.of(arguments[0]);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    /** What it printed. */
    public String out() {
        return out.toString();
    }

    /** What it complained about. */
    public String err() {
        return err.toString();
    }
}
