package dev.hira.cli.client;

/** The examples in the help of commands. */
public final class Examples {
    /** The heading of the footers that hold them. */
    public static final String HEADING = "%nExamples:%n";

    private Examples() {}
}
