package dev.hira.api;

/** The output of the program that uses a driver: kernels print there. */
public final class ProgramOutput {
    private ProgramOutput() {}

    /** Prints a text to the standard error, as it is: what checks have found in kernels. */
    public static void report(String text) {
        System.err.print(text.endsWith("\n") ? text : text + "\n");
        System.err.flush();
    }

    /** Prints a text to the standard output, as it is. */
    public static void print(String text) {
        System.out.print(text);
        System.out.flush();
    }
}
