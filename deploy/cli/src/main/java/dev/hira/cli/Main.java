package dev.hira.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line {@code hira}. */
@Command(
        name = "hira",
        description = "Accelerator virtualization for the JVM.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = VersionCommand.class,
        subcommands = {
            DemoCommand.class,
            RouterCommand.class,
            ApiServerCommand.class,
            StatusCommand.class,
            DevicesCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        footerHeading = "%nOf the script ./hira itself:%n",
        footer = {
            "  test   Build with all gates and run every test.",
            "  bench  Measure the promises of SPECIFICATION.md (bench --help).",
            "  build  Build what is missing and stop."
        })
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        int exit = commandLine().execute(args.length == 0 ? new String[] {"help"} : args);
        if (exit != 0) {
            System.exit(exit);
        }
    }

    /** The command line, with errors as one sentence and the exit codes of sysexits(3). */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr()
                    .println(
                            "hira " + command.getCommandName() + ": " + Failures.sentence(failure));
            return failure instanceof UsageException
                    ? CommandLine.ExitCode.USAGE
                    : CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }
}
