package dev.hira.cli.top;

import dev.hira.cli.AdminClient;
import dev.hira.cli.UsageException;
import dev.hira.cli.admin.Operator;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows VMs and devices live. */
@Command(
        name = "top",
        description =
                "Show VMs and devices live: who has how much of them, and what holds whom up. q ends it."
                        + " Without a terminal it prints plain lines.",
        mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
    private static final int USUAL_WIDTH = 160;
    private static final int MOST_VMS = 200;

    @Mixin Operator operator = new Operator();

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "Between two looks; by default ${DEFAULT-VALUE}.")
    double interval = 1;

    @Option(names = "--once", description = "Look once and end.")
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
        try (Screen screen = Screen.open()) {
            do {
                screen.show(
                        TopView.lines(
                                Snapshot.of(admin, MOST_VMS), screen.width(), screen.height() - 1));
            } while (!screen.awaitEnd(millis));
        }
    }

    /** Where there is no terminal, one look after the other until it is interrupted. */
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
        TopView.lines(now, USUAL_WIDTH, 0).forEach(out::println);
        out.flush();
    }
}
