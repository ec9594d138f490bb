package dev.hira.cli.testing;

import dev.hira.cli.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The command line of a test, with its last output. */
public final class Hira {
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

    /** Returns the standard output of the last command. */
    public String out() {
        return out.toString();
    }

    /** Returns the error output of the last command. */
    public String err() {
        return err.toString();
    }
}
