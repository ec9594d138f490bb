package dev.hira.api;

/**
 * A function of a program in another process, which that process knows by a number. Each process
 * that serves the program can call it, so it travels with the work that calls it; see {@link
 * WorkListener#function}.
 */
public interface NumberedFunction {
    /** Its number in the program's process. */
    long number();
}
