package dev.hira.cli.launch;

import dev.hira.cli.client.Examples;
import dev.hira.cli.client.UsageException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        footer = "  hira up --servers 3")
public final class UpCommand implements Runnable {
    private static final int USUAL_SERVERS = 2;
    private static final int MOST_SERVERS = 16;

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

    @Override
    public void run() {
        int wanted = servers == null ? USUAL_SERVERS : servers;
        if (wanted < 1 || wanted > MOST_SERVERS) {
            throw new UsageException(
                    "--servers must be from 1 to " + MOST_SERVERS + ", not " + wanted);
        }
        BackgroundStack stack = new BackgroundStack(folder);
        boolean wasUp = stack.running() > 0;
        if (wasUp && servers != null && servers != stack.servers()) {
            throw new IllegalStateException(
                    "already up with "
                            + stack.servers()
                            + (stack.servers() == 1 ? " API server" : " API servers")
                            + ", not "
                            + wanted
                            + "; './hira down' first");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (wasUp) {
            restartEnded(stack, out);
        } else {
            stack.start(wanted);
        }
        String guest = "'" + stack.uri() + "?vm=me'";
        out.println(
                (wasUp ? "already up: " : "up: ")
                        + stack.running()
                        + " processes; their logs are in "
                        + stack.folder());
        out.println();
        out.println("    export HIRA_URI=" + guest + " HIRA_ADMIN=" + stack.adminUri());
        out.println();
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
