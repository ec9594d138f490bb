package dev.hira.cli;

import picocli.CommandLine;

/** Gives tests of other packages access to the command line. */
public final class CommandLines {
    private CommandLines() {}

    /** Returns the command line for a command. */
    public static CommandLine of(String command) {
        return Main.commandLine(command);
    }
}
