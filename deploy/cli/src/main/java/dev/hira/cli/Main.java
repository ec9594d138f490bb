package dev.hira.cli;

import dev.hira.cli.admin.ClassCommand;
import dev.hira.cli.admin.DeviceCommand;
import dev.hira.cli.admin.EventsCommand;
import dev.hira.cli.admin.PolicyCommand;
import dev.hira.cli.admin.RulesCommand;
import dev.hira.cli.admin.SchedulerCommand;
import dev.hira.cli.admin.ServerCommand;
import dev.hira.cli.admin.SessionCommand;
import dev.hira.cli.admin.VmCommand;
import dev.hira.cli.client.CommandHelp;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.client.StandardOutput;
import dev.hira.cli.completion.CompletionCommand;
import dev.hira.cli.completion.ScriptCommand;
import dev.hira.cli.declare.ApplyCommand;
import dev.hira.cli.declare.ExportCommand;
import dev.hira.cli.doctor.DoctorCommand;
import dev.hira.cli.launch.DownCommand;
import dev.hira.cli.launch.HealthCommand;
import dev.hira.cli.launch.UpCommand;
import dev.hira.cli.log.LogLevel;
import dev.hira.cli.pki.PkiCommand;
import dev.hira.cli.run.RunCommand;
import dev.hira.cli.top.TopCommand;
import dev.hira.cli.trace.TraceCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
            "  test       Build with all checks and run every test.",
            "  bench      Measure the promises of SPECIFICATION.md (bench --help).",
            "  soak       Run programs while their VM moves, or servers or the router die (soak --help).",
            "  build      Build the command line and stop.",
            "  guest-jar  Build the jar that guest programs link; an argument names the folder for it.",
            "  publish    Write the artifacts for guest programs as a Maven repository (publish --help).",
            "  images     Build container images, without a container engine (images --help).",
            "",
            "Environment (docs/configuration.md has the others):",
            "  HIRA_URI          The URI of the guests' GPU, for example sim: or hira://host:port.",
            "  HIRA_ADMIN        The router's admin address, for operators' commands.",
            "  HIRA_TLS          The folder with the certificate of guests and operators, for hira+tls.",
            "  HIRA_SIM_BLOCKS   fixed: blocks run by their numbers, for repeatable results.",
            "  HIRA_SIM_CHECK    Checks of kernels in processes that host simulated GPUs: memory, race or",
            "                    memory,race. Kernels are slow then; findings go to the log. URIs",
            "                    have the same setting: sim:?check=memory,race.",
            "  HIRA_LOG          The log level: error, warn, info, debug or trace.",
            "  HIRA_AOT          off: start without the cache of loaded classes."
        })
public final class Main {
    /**
     * Netty's detection of leaked buffers, which records where buffers are allocated; for tests.
     */
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private Main() {}

    public static void main(String[] args) {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
        StandardOutput output = StandardOutput.install();
        String[] said = args.length == 0 ? new String[] {"help"} : args;
        int exit = execute(System.getenv("HIRA_LOG"), said);
        System.out.flush();
        String problem = output.problem();
        if (problem != null) {
            System.err.println("hira " + said[0] + ": " + problem);
            exit = exit == 0 ? ExitStatus.FAILED.code() : exit;
        }
        if (exit != 0) {
            System.exit(exit);
        }
    }

    /**
     * Runs a command, unless the variable {@code HIRA_LOG} is wrong; {@code doctor} tells of that
     * beside its other findings.
     */
    static int execute(@Nullable String logLevel, String... said) {
        CommandLine line = commandLine(said[0]);
        String problem = LogLevel.problem(logLevel);
        if (!problem.isEmpty() && !said[0].equals("doctor")) {
            line.getErr().println("hira: HIRA_LOG: " + problem);
            return ExitStatus.USAGE.code();
        }
        return line.execute(said);
    }

    /**
     * Returns the command line, which reports errors as one sentence and ends with the codes of
     * {@link ExitStatus}. To add a command takes tens of milliseconds in a fresh JVM, so the line
     * has only the command that the first argument names, or all commands where it names none.
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
        return CommandHelp.shared(line, new VersionCommand(), ScriptCommand.names());
    }

    /** Gives a command and its subcommands the help, versions and errors of all commands. */
    public static CommandLine shared(CommandLine line) {
        return CommandHelp.shared(line, new VersionCommand(), List.of());
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("demo", DemoCommand::new);
        commands.put("up", () -> new UpCommand(Main::commandLine));
        commands.put("down", DownCommand::new);
        commands.put("router", RouterCommand::new);
        commands.put("api-server", ApiServerCommand::new);
        commands.put("health", HealthCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("top", TopCommand::new);
        commands.put("server", ServerCommand::new);
        commands.put("device", DeviceCommand::new);
        commands.put("vm", VmCommand::new);
        commands.put("session", SessionCommand::new);
        commands.put("policy", PolicyCommand::new);
        commands.put("class", ClassCommand::new);
        commands.put("scheduler", SchedulerCommand::new);
        commands.put("rules", RulesCommand::new);
        commands.put("apply", ApplyCommand::new);
        commands.put("export", ExportCommand::new);
        commands.put("events", EventsCommand::new);
        commands.put("trace", TraceCommand::new);
        commands.put("doctor", () -> new DoctorCommand(VersionCommand.version()));
        commands.put("gpus", GpusCommand::new);
        commands.put("kernels", KernelsCommand::new);
        commands.put("compile", CompileCommand::new);
        commands.put("run", RunCommand::new);
        commands.put("lab", LabCommand::new);
        commands.put("pki", PkiCommand::new);
        commands.put("completion", () -> new CompletionCommand(() -> commandLine("help")));
        commands.put("version", VersionCommand::new);
        return commands;
    }
}
