package dev.hira.cli;

import picocli.CommandLine;

/** Opens the command line to tests of other packages. */
public final class CommandLines {
    private CommandLines() {}

    /** The command line for a command. */
    public static CommandLine of(String command) {
        return Main.commandLine(command);
    }
}
