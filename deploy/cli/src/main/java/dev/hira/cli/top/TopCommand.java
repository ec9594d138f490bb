package dev.hira.cli.top;

import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Terminal;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.UsageException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows VMs and devices live. */
@Command(
        name = "top",
        description =
                "Show VMs and devices live: how much of its devices each VM uses, and what it waits"
                        + " for, with the mean number of commands that wait for it. Keys: u, m, w, n"
                        + " sort VMs by use, memory, waiting sessions or name; / filters them by name;"
                        + " arrows or j and k mark one, and Return shows it alone; Esc goes back; q"
                        + " ends it. Without a terminal it prints plain lines.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {"  hira top", "  hira top --once --sort memory"})
public final class TopCommand implements Callable<Integer> {
    private static final int USUAL_WIDTH = 160;
    private static final int MOST_VMS = 200;

    private final TopColors colors = TopColors.of(System.getenv());

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = TimeConverter.class,
            description = "The time between two snapshots; by default ${DEFAULT-VALUE}.")
    Duration interval = Duration.ofSeconds(1);

    @Option(names = "--once", description = "Print one snapshot and end.")
    boolean once;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            description =
                    "The order of the VMs: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    TopOrder order = TopOrder.USE;

    @Override
    public Integer call() throws InterruptedException {
        operator.requireNoNames();
        long millis = interval.toMillis();
        if (millis < 100) {
            throw new UsageException(
                    "--interval: " + millis + "ms was asked; allowed is 100ms to 24h");
        }
        try (AdminClient admin = operator.connect()) {
            if (!operator.forPeople()) {
                printJson(admin);
            } else if (once) {
                print(Snapshot.of(admin, MOST_VMS));
            } else if (Terminal.isThere()) {
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
        now.in(order).vms().forEach(operator::print);
    }

    private void live(AdminClient admin, long millis) throws InterruptedException {
        Snapshot now = Snapshot.of(admin, MOST_VMS); // if that fails, the terminal stays as it is
        TopState state = new TopState(order);
        TopHistory history = new TopHistory();
        history.add(now, System.nanoTime());
        long next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean silent = false;
        try (Screen screen = Screen.open()) {
            while (!state.hasEnded() && screen.isWritable()) {
                show(screen, now, state, history, silent);
                long left = TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime());
                state.press(screen.awaitKey(Math.max(0, left)), state.of(now));
                if (System.nanoTime() >= next && !state.hasEnded()) {
                    Optional<Snapshot> latest = look(admin);
                    silent = latest.isEmpty();
                    latest.ifPresent(seen -> history.add(seen, System.nanoTime()));
                    now = latest.orElse(now);
                    next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                }
            }
        }
    }

    private void show(
            Screen screen, Snapshot now, TopState state, TopHistory history, boolean silent) {
        Screen.Size size = screen.size();
        List<String> lines =
                TopView.lines(state.of(now), state, history, size.width(), size.height() - 1);
        screen.show(colors.paint(silent ? TopView.silent(lines, size.width()) : lines));
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

    /**
     * Prints one snapshot after the other until interrupted or its reader ends, without a terminal.
     */
    private void lines(AdminClient admin, long millis) throws InterruptedException {
        print(Snapshot.of(admin, MOST_VMS));
        operator.out().println();
        while (operator.isWritable()) {
            Thread.sleep(millis);
            print(Snapshot.of(admin, MOST_VMS));
            operator.out().println();
        }
    }

    private void print(Snapshot now) {
        PrintWriter out = operator.out();
        int width = Terminal.isThere() ? Screen.width() : USUAL_WIDTH;
        TopView.lines(now.in(order), width, 0).forEach(out::println);
        out.flush();
    }
}
