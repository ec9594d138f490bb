package dev.hira.cli.top;

import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.UsageException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows VMs and devices live. */
@Command(
        name = "top",
        description =
                "Show VMs and devices live: how much of its devices each VM uses, and what it waits"
                        + " for. q ends it."
                        + " Without a terminal it prints plain lines.",
        mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
    private static final int USUAL_WIDTH = 160;
    private static final int MOST_VMS = 200;

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "The time between two snapshots; by default ${DEFAULT-VALUE}.")
    double interval = 1;

    @Option(names = "--once", description = "Print one snapshot and end.")
    boolean once;

    @Override
    public Integer call() throws InterruptedException {
        if (!(interval >= 0.1 && interval <= 3600)) {
            throw new UsageException("--interval is 0.1 to 3600 seconds, not " + interval);
        }
        long millis = Math.round(interval * 1000);
        try (AdminClient admin = operator.connect()) {
            if (operator.json()) {
                printJson(admin);
            } else if (once) {
                print(Snapshot.of(admin, MOST_VMS));
            } else if (Screen.isThere()) {
                live(admin, millis);
            } else {
                lines(admin, millis);
            }
        }
        return 0;
    }

    private void printJson(AdminClient admin) {
        Snapshot now = Snapshot.of(admin, MOST_VMS);
        operator.print(now.status());
        now.devices().forEach(operator::print);
        now.vms().forEach(operator::print);
    }

    private void live(AdminClient admin, long millis) throws InterruptedException {
        Snapshot now = Snapshot.of(admin, MOST_VMS); // if that fails, the terminal stays as it is
        try (Screen screen = Screen.open()) {
            boolean silent = false;
            while (true) {
                Screen.Size size = screen.size();
                List<String> lines = TopView.lines(now, size.width(), size.height() - 1);
                screen.show(silent ? TopView.silent(lines, size.width()) : lines);
                if (screen.awaitEnd(millis)) {
                    return;
                }
                Optional<Snapshot> next = look(admin);
                silent = next.isEmpty();
                now = next.orElse(now);
            }
        }
    }

    /** Takes a snapshot; nothing when the router does not answer, since it may be restarting. */
    private static Optional<Snapshot> look(AdminClient admin) {
        try {
            return Optional.of(Snapshot.of(admin, MOST_VMS));
        } catch (StatusRuntimeException e) {
            Status.Code code = e.getStatus().getCode();
            if (code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Prints one snapshot after the other until interrupted, where there is no terminal. */
    private void lines(AdminClient admin, long millis) throws InterruptedException {
        while (true) {
            print(Snapshot.of(admin, MOST_VMS));
            operator.out().println();
            operator.out().flush();
            Thread.sleep(millis);
        }
    }

    private void print(Snapshot now) {
        PrintWriter out = operator.out();
        int width = Screen.isThere() ? Screen.width() : USUAL_WIDTH;
        TopView.lines(now, width, 0).forEach(out::println);
        out.flush();
    }
}
