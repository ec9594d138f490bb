package dev.hira.api;

/** The standard output of the program that uses a driver: kernels print there. */
public final class ProgramOutput {
    private ProgramOutput() {}

    /** Prints a text as it is. */
    public static void print(String text) {
        System.out.print(text);
        System.out.flush();
    }
}
