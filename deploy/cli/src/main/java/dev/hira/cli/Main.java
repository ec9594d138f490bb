package dev.hira.cli;

import dev.hira.cli.admin.EventsCommand;
import dev.hira.cli.admin.PolicyCommand;
import dev.hira.cli.admin.RulesCommand;
import dev.hira.cli.admin.SchedulerCommand;
import dev.hira.cli.admin.VmCommand;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.top.TopCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line {@code hira}. */
@Command(
        name = "hira",
        description = "Accelerator virtualization for the JVM.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = VersionCommand.class,
        footerHeading = "%nOf the script ./hira itself:%n",
        footer = {
            "  test       Build with all gates and run every test.",
            "  bench      Measure the promises of SPECIFICATION.md (bench --help).",
            "  build      Build what is missing and stop.",
            "  guest-jar  Build the jar that guest programs link; an argument is the folder for it.",
            "",
            "Environment (docs/configuration.md has the others):",
            "  HIRA_URI          Where guests find their GPU, for example sim: or hira://host:port.",
            "  HIRA_ADMIN        Where operators' commands find the router.",
            "  HIRA_SIM_CHECK    What processes that host simulated GPUs look for in kernels:",
            "                    memory, race or memory,race. Kernels are slow then; what is found",
            "                    is logged. Also a setting of URIs: sim:?check=memory,race.",
            "  HIRA_LOG          How much the log says: error, warn, info, debug or trace.",
            "  HIRA_AOT          off starts without the AOT cache."
        })
public final class Main {
    /** Netty notes where some buffers are allocated, to tell of leaks; tests look for these. */
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private Main() {}

    public static void main(String[] args) {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
        String[] said = args.length == 0 ? new String[] {"help"} : args;
        int exit = commandLine(said[0]).execute(said);
        if (exit != 0) {
            System.exit(exit);
        }
    }

    /**
     * The command line, with errors as one sentence and the exit codes of sysexits(3). Looking at a
     * command takes tens of milliseconds in a fresh JVM, so the others are left out where it is
     * clear which is meant.
     *
     * @param first the first argument
     */
    public static CommandLine commandLine(String first) {
        CommandLine line = new CommandLine(new Main());
        Supplier<Object> meant = COMMANDS.get(first);
        if (meant != null) {
            line.addSubcommand(meant.get());
        } else {
            COMMANDS.values().forEach(command -> line.addSubcommand(command.get()));
            line.addSubcommand(new HelpCommand());
        }
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr()
                    .println(
                            command.getCommandSpec().qualifiedName()
                                    + ": "
                                    + ErrorMessages.sentence(failure));
            return failure instanceof UsageException
                    ? CommandLine.ExitCode.USAGE
                    : CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("demo", DemoCommand::new);
        commands.put("router", RouterCommand::new);
        commands.put("api-server", ApiServerCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("top", TopCommand::new);
        commands.put("vm", VmCommand::new);
        commands.put("policy", PolicyCommand::new);
        commands.put("scheduler", SchedulerCommand::new);
        commands.put("rules", RulesCommand::new);
        commands.put("events", EventsCommand::new);
        commands.put("admin", AdminCommand::new);
        commands.put("devices", DevicesCommand::new);
        commands.put("kernels", KernelsCommand::new);
        commands.put("lab", LabCommand::new);
        commands.put("version", VersionCommand::new);
        return commands;
    }
}
