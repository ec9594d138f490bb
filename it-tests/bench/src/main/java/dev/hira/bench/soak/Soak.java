package dev.hira.bench.soak;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs programs while something happens to their VMs, and compares their results. */
@Command(
        name = "hira soak",
        mixinStandardHelpOptions = true,
        description = {
            "Run programs while their VM moves between two servers at random points (migration),",
            "while its server is killed (faults), or while the router is killed, which has a state",
            "directory (routers), and compare their results with those of undisturbed runs. Exits",
            "with 1 after a failure."
        })
public final class Soak implements Callable<Integer> {
    private static final String MIGRATION = "migration";
    private static final String FAULTS = "faults";
    private static final String ROUTERS = "routers";

    @Parameters(paramLabel = "PART", description = MIGRATION + ", " + FAULTS + " or " + ROUTERS)
    String part = "";

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

    @SuppressWarnings("NullAway") // picocli sets the specification
    @CommandLine.Spec
    CommandLine.Model.CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Soak()).execute(args));
    }

    @Override
    public Integer call() {
        Duration time = Duration.ofMillis((long) (minutes * 60_000));
        SoakKind kind =
                switch (part) {
                    case MIGRATION -> SoakKind.MIGRATION;
                    case FAULTS -> SoakKind.FAULTS;
                    case ROUTERS -> SoakKind.ROUTERS;
                    default ->
                            throw new ParameterException(
                                    spec.commandLine(),
                                    "there is no soak '"
                                            + part
                                            + "'; there are "
                                            + MIGRATION
                                            + ", "
                                            + FAULTS
                                            + " and "
                                            + ROUTERS);
                };
        SoakReport report = new ProgramSoak(kind, seed, time, System.out::println).run();
        System.out.println(report.text());
        return report.passed() ? 0 : 1;
    }
}
