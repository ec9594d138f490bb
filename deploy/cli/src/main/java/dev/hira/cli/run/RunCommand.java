package dev.hira.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.base.OwnUser;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.UsageException;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a native program whose OpenCL is Hira's. */
@Command(
        name = "run",
        description = {
            "Run a native program that uses OpenCL, unmodified, and end with its exit status.",
            "Without a URI, it has a simulated GPU in its own process. docs/opencl.md has more."
        },
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira run -- clinfo",
            "  hira run --check memory,race -- ./blur picture.png",
            "  hira run --uri hira+unix:///tmp/hira.sock --vm blue -- clpeak --global-bandwidth"
        })
public final class RunCommand implements Callable<Integer> {
    private static final Path VENDORS = Path.of("/etc/OpenCL/vendors");
    private static final String ERRORS = "HIRA_OPENCL_ERRORS";

    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "A URI as guests use it; by default the environment variable HIRA_URI.")
    @Nullable String uri;

    @Option(
            names = "--vm",
            paramLabel = "VM",
            description = "The VM that the program belongs to, at a router.")
    @Nullable String vm;

    @Option(
            names = "--check",
            paramLabel = "CHECKS",
            description = "Checks of kernels in the program's own process: memory, race or both.")
    @Nullable String checks;

    @Option(
            names = "--print-env",
            description = "Print the environment variables for a shell, and run nothing.")
    boolean printEnvironment;

    @Option(
            names = "--install-icd",
            description = "Register the driver for all programs of this user, and run nothing.")
    boolean install;

    @Option(
            names = "--vendors",
            paramLabel = "FOLDER",
            description = "Where --install-icd registers it; by default /etc/OpenCL/vendors.")
    Path vendors = VENDORS;

    @Parameters(
            index = "0..*",
            paramLabel = "PROGRAM",
            description = "The program and its arguments.")
    List<String> program = List.of();

    private final Map<String, String> environment;

    /** Creates the command of this process. */
    public RunCommand() {
        this(System.getenv());
    }

    RunCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The arguments of the program are its own. */
    @Spec
    void setSpec(CommandSpec own) {
        spec = own;
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean runs = !printEnvironment && !install;
        if (runs == program.isEmpty()) {
            throw new UsageException(
                    runs
                            ? "there is no program to run: hira run -- PROGRAM"
                            : "a program is not run with --print-env or --install-icd; leave it out");
        }
        Map<String, String> settings = settings();
        NativeLibrary library = NativeLibrary.unpack(cache());
        settings.putAll(library.variables());
        if (install) {
            install(library);
            return 0;
        }
        if (printEnvironment) {
            print(settings);
            return 0;
        }
        return run(settings);
    }

    /** Returns the variables that say where the GPU is. */
    Map<String, String> settings() {
        String place = uri != null ? uri : environment.getOrDefault(Hira.URI_VARIABLE, "").strip();
        boolean local = place.isEmpty() || place.startsWith("sim:");
        Map<String, String> settings = new LinkedHashMap<>();
        if (!place.isEmpty()) {
            settings.put(Hira.URI_VARIABLE, place);
        }
        if (checks != null) {
            requireChecks(checks);
            if (!local) {
                throw new UsageException(
                        "--check is for a simulated GPU in the program's own process, and the URI is "
                                + place
                                + "; kernels of a server are checked where it is started");
            }
            settings.put("HIRA_SIM_CHECK", checks);
            if (!environment.containsKey(ERRORS)) {
                settings.put(ERRORS, "1"); // a stopped kernel is the error of a call
            }
        }
        if (vm != null) {
            if (local) {
                throw new UsageException(
                        "--vm needs the URI of a router: --uri hira+unix:///tmp/hira.sock");
            }
            settings.put("HIRA_VM", vm);
        }
        return settings;
    }

    private static void requireChecks(String checks) {
        for (String check : checks.split(",", -1)) {
            if (!check.equals("memory") && !check.equals("race")) {
                throw new UsageException(
                        "--check: '"
                                + checks
                                + "' was asked; allowed is memory, race or memory,race");
            }
        }
    }

    private Path cache() {
        return OwnUser.caches(environment).resolve("hira").resolve("native");
    }

    private void install(NativeLibrary library) throws IOException {
        Path file = vendors.resolve("hira.icd");
        try {
            Files.createDirectories(vendors);
            Files.write(file, (library.file() + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UsageException(
                    "cannot write "
                            + file
                            + "; run the command as root, or name another --vendors");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(file + " names " + library.file() + "; delete it to remove the driver");
        out.flush();
    }

    private void print(Map<String, String> settings) {
        PrintWriter out = spec.commandLine().getOut();
        settings.forEach((name, value) ->
                out.println("export " + name + "='" + value.replace("'", "'\\''") + "'"));
        out.flush();
    }

    /** Gives a program the locale that the script has replaced for the JVM. */
    static void restoreLocale(Map<String, String> environment) {
        String former = environment.remove("FORMER_LC_ALL");
        if (former == null) {
            return;
        }
        if (former.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", former);
        }
    }

    private int run(Map<String, String> settings) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program).inheritIO();
        builder.environment().putAll(settings);
        restoreLocale(builder.environment());
        Process running;
        try {
            running = builder.start();
        } catch (IOException e) {
            String path = environment.getOrDefault("PATH", "/bin:/usr/bin");
            StartFailure failure = StartFailure.of(program.getFirst(), path, e);
            spec.commandLine().getErr().println("hira run: " + failure.message());
            return failure.status();
        }
        Thread end = new Thread(running::destroy, "end-program");
        Runtime.getRuntime().addShutdownHook(end);
        int status = running.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return status;
    }
}
