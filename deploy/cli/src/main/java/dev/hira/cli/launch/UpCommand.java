package dev.hira.cli.launch;

import dev.hira.base.CountText;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.ExitStatus;
import dev.hira.cli.client.UsageException;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a router and API servers in the background. */
@Command(
        name = "up",
        description =
                "Start a router and API servers in the background, without containers; './hira down'"
                        + " ends them. If they are up, start those again that have ended.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira up --servers 3",
            "  hira up --devices 2 --profile small --state /tmp/hira-state",
            "  hira up --listen hira+tls://127.0.0.1:7443 --metrics http://127.0.0.1:9464"
        })
public final class UpCommand implements Callable<Integer> {
    private static final int USUAL_SERVERS = 2;
    private static final int MOST_SERVERS = 16;
    private static final String TLS = "hira+tls:";
    private static final String VM = "me";

    private final Function<String, CommandLine> commands;

    @Spec CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "The folder for sockets and logs; by default /tmp/hira-up-USER.")
    Path folder = BackgroundStack.usualFolder();

    @Option(
            names = "--servers",
            paramLabel = "N",
            description = "The number of API servers; by default " + USUAL_SERVERS + ".")
    @Nullable Integer servers;

    @Option(
            names = "--devices",
            paramLabel = "N",
            description = "The number of devices of each API server; by default 1.")
    @Nullable Integer devices;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "The profile of the devices: a name, and changes to it, for example"
                            + " 'small,memory=256MiB'.")
    @Nullable String profile;

    @Option(
            names = "--listen",
            paramLabel = "URI",
            description =
                    "A further address at which guests connect to the router. May be repeated. For"
                            + " hira+tls, certificates are issued into pki in the folder.")
    List<String> listen = List.of();

    @Option(
            names = "--metrics",
            paramLabel = "URI",
            description =
                    "The router's address for Prometheus, for example http://127.0.0.1:9464. May be"
                            + " repeated.")
    List<String> metrics = List.of();

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description = "Keep what operators change in this folder, beyond './hira down'.")
    @Nullable Path state;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A configuration file of the router.")
    @Nullable Path config;

    @Option(
            names = "--policy",
            paramLabel = "FILE|FOLDER",
            description =
                    "Policies of VMs and classes to apply, as of 'hira apply'. May be repeated.")
    List<Path> policies = List.of();

    /**
     * @param commands returns the command line for a command, by which policies are applied and
     *     certificates issued
     */
    public UpCommand(Function<String, CommandLine> commands) {
        this.commands = commands;
    }

    @Override
    public Integer call() {
        int wanted = servers == null ? USUAL_SERVERS : servers;
        if (wanted < 1 || wanted > MOST_SERVERS) {
            throw new UsageException(
                    "--servers must be from 1 to " + MOST_SERVERS + ", not " + wanted);
        }
        requireDevices();
        int status = apply("--check");
        if (status != ExitStatus.DONE.code()) {
            return status;
        }
        BackgroundStack stack = new BackgroundStack(folder);
        stack.requireShortPath();
        boolean wasUp = stack.running() > 0;
        PrintWriter out = spec.commandLine().getOut();
        if (wasUp) {
            requireSame(stack, wanted);
            restartEnded(stack, out);
        } else {
            stack.start(wanted, arguments(), this::issueCertificates);
        }
        tell(stack, wasUp, out);
        return apply("--yes", "--admin", stack.adminUri());
    }

    private void requireDevices() {
        if (devices != null && devices < 1) {
            throw new UsageException("--devices must be at least 1, not " + devices);
        }
        try {
            DeviceProfile ignored = ProfileText.parse(profile == null ? "default" : profile);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--profile: " + e.getMessage());
        }
    }

    private void requireSame(BackgroundStack stack, int wanted) {
        if (servers != null && servers != stack.servers()) {
            throw new IllegalStateException(
                    "already up with "
                            + CountText.of(stack.servers(), "API server")
                            + ", not "
                            + wanted
                            + "; './hira down --folder "
                            + stack.folder()
                            + "' first");
        }
        StackArguments asked = arguments();
        if (!asked.equals(StackArguments.NONE) && !asked.equals(stack.arguments())) {
            throw new IllegalStateException(
                    "already up with other options: "
                            + stack.arguments().text()
                            + "; './hira down --folder "
                            + stack.folder()
                            + "' first");
        }
    }

    /** Returns the arguments of the processes that this command's options mean. */
    private StackArguments arguments() {
        List<String> server = new ArrayList<>();
        add(server, "--devices", devices);
        add(server, "--profile", profile);
        List<String> router = new ArrayList<>();
        listen.forEach(uri -> add(router, "--listen", uri));
        if (overTls()) {
            add(router, "--set", "tls.folder=\"" + identity("router") + "\"");
        }
        metrics.forEach(uri -> add(router, "--metrics", uri));
        add(router, "--state", state == null ? null : state.toAbsolutePath());
        add(router, "--config", config == null ? null : config.toAbsolutePath());
        return new StackArguments(router, server);
    }

    private static void add(List<String> arguments, String option, @Nullable Object value) {
        if (value != null) {
            arguments.addAll(List.of(option, value.toString()));
        }
    }

    private boolean overTls() {
        return listen.stream().anyMatch(uri -> uri.startsWith(TLS));
    }

    private Path pki() {
        return folder.toAbsolutePath().normalize().resolve("pki");
    }

    /** Returns the folder with the certificate of the router or of the VM of the first guest. */
    private Path identity(String role) {
        return pki().resolve(role.equals("router") ? "router-up" : "vm-" + VM);
    }

    private void issueCertificates() {
        if (overTls()) {
            new UpCertificates(pki(), InstantSource.system()).issue("up", VM);
        }
    }

    /** Applies the policies, or checks their files, and returns the status of 'hira apply'. */
    private int apply(String... options) {
        if (policies.isEmpty()) {
            return ExitStatus.DONE.code();
        }
        List<String> command = new ArrayList<>(List.of("apply"));
        policies.forEach(file -> command.addAll(List.of("--file", file.toString())));
        command.addAll(List.of(options));
        boolean checks = command.contains("--check");
        return execute(
                checks ? new PrintWriter(Writer.nullWriter()) : spec.commandLine().getOut(),
                command.toArray(String[]::new));
    }

    private int execute(PrintWriter out, String... command) {
        CommandLine line = commands.apply(command[0]);
        line.setOut(out);
        line.setErr(spec.commandLine().getErr());
        return line.execute(command);
    }

    private void tell(BackgroundStack stack, boolean wasUp, PrintWriter out) {
        String guest = "'" + stack.uri() + "?vm=" + VM + "'";
        out.println(
                (wasUp ? "already up: " : "up: ")
                        + stack.running()
                        + " processes; their logs are in "
                        + stack.folder());
        out.println();
        out.println("    export HIRA_URI=" + guest + " HIRA_ADMIN=" + stack.adminUri());
        out.println();
        for (String uri : stack.arguments().ofRouter("--listen")) {
            String parameter = uri.startsWith(TLS) ? "?tls=" + identity("vm") : "?vm=" + VM;
            out.println("also for guests: '" + uri + parameter + "'");
        }
        for (String uri : stack.arguments().ofRouter("--metrics")) {
            out.println("metrics: " + uri + "/metrics");
        }
        out.println("try next:");
        out.println("    ./hira kernels matmul --uri " + guest);
        out.println(
                "    ./hira policy set me share=3 quotas.device_memory=1GiB --admin "
                        + stack.adminUri());
        out.println("    ./hira top --admin " + stack.adminUri());
        out.flush();
    }

    private static void restartEnded(BackgroundStack stack, PrintWriter out) {
        List<String> ended = stack.ended();
        if (!ended.isEmpty()) {
            stack.restart(ended);
            for (String name : ended) {
                out.println(
                        name
                                + " had ended and was started again; the log of its end is "
                                + stack.formerLog(name));
            }
        }
    }
}
