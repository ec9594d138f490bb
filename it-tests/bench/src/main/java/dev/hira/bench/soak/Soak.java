package dev.hira.bench.soak;

import dev.hira.cli.Main;
import dev.hira.cli.client.Examples;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs programs while something happens to their VMs, and compares their results. */
@Command(
        name = "hira soak",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira soak faults --minutes 1",
        description = {
            "Run programs while their VM moves between two servers at random points (migration),",
            "while its server and other guests are killed (faults), while the router is killed, which",
            "has a state directory (routers), or while the connection to the router is cut (links),",
            "and compare their results with those of undisturbed runs. Or change a policy while the",
            "router is killed (changes), and look for changes that are lost. Exits with 1 after a failure."
        })
public final class Soak implements Callable<Integer> {
    @Parameters(paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}.")
    Part part = Part.MIGRATION;

    /** The soaks by their names on the command line. */
    enum Part {
        MIGRATION,
        FAULTS,
        ROUTERS,
        LINKS,
        CHANGES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the programs and of the points at which something happens.")
    long seed = System.nanoTime() >>> 10;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "How long to run. Default: ${DEFAULT-VALUE}.")
    double minutes = 5;

    public static void main(String[] args) {
        CommandLine line = Main.shared(new CommandLine(new Soak()));
        System.exit(line.setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() {
        Duration time = Duration.ofMillis((long) (minutes * 60_000));
        SoakReport report =
                part == Part.CHANGES
                        ? new ChangesSoak(seed, time, System.out::println).run()
                        : new ProgramSoak(
                                        SoakKind.valueOf(part.name()),
                                        seed,
                                        time,
                                        System.out::println)
                                .run();
        System.out.println(report.text());
        return report.passed() ? 0 : 1;
    }
}
