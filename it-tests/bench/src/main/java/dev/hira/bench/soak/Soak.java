package dev.hira.bench.soak;

import dev.hira.bench.exhaustion.ExhaustionSoak;
import dev.hira.bench.programs.Disturbance;
import dev.hira.bench.programs.ProgramApi;
import dev.hira.bench.programs.ProgramsSoak;
import dev.hira.bench.programs.ProgramsSoak.Plan;
import dev.hira.cli.Main;
import dev.hira.cli.client.Examples;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            "router is killed (changes), and look for changes that are lost. Or run generated programs",
            "(programs): each undisturbed, and then disturbed at one of its calls; their calls must give",
            "what a model says, and a program that fails is made small and printed as Java.",
            "Or repeat each function of the APIs, in a random order, until a limit stops it, beside",
            "guests that must not notice (exhaustion).",
            "Exits with 1 after a failure."
        })
public final class Soak implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}.")
    Part part = Part.MIGRATION;

    /** The soaks by their names on the command line. */
    enum Part {
        MIGRATION,
        FAULTS,
        ROUTERS,
        LINKS,
        CHANGES,
        PROGRAMS,
        EXHAUSTION;

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

    @Option(
            names = "--programs",
            paramLabel = "N",
            description = "The most programs of 'programs'. Default: as many as the time allows.")
    int programs = Integer.MAX_VALUE;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "The most threads of one of 'programs'. Default: ${DEFAULT-VALUE}.")
    int threads = 3;

    @Option(
            names = "--every-call",
            description = {
                "With 'programs': let everything happen before every call of each program, instead",
                "of one thing at one call."
            })
    boolean everyCall;

    @Option(
            names = "--only",
            paramLabel = "KIND",
            split = ",",
            description =
                    "With 'programs': what may happen, of ${COMPLETION-CANDIDATES}. Default: all.")
    List<Disturbance> only = Disturbance.all();

    @Option(
            names = "--processes",
            description =
                    "With 'programs': router and servers are processes of their own, which are"
                            + " killed.")
    boolean processes;

    @Option(
            names = "--from",
            paramLabel = "N",
            description = {
                "With 'programs' and 'exhaustion': the number of the first program (from 1) or attack",
                "(from 0) in the seed's order."
            })
    int from;

    @Option(
            names = "--attacks",
            paramLabel = "REGEX",
            description = "The attacks of 'exhaustion', such as 'cuMem.*/large'. Default: all.")
    String attacks = ".*";

    public static void main(String[] args) {
        CommandLine line = Main.shared(new CommandLine(new Soak()));
        System.exit(line.setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() {
        requireAtLeast(0, "--minutes", minutes);
        requireAtLeast(1, "--programs", programs);
        requireAtLeast(1, "--threads", threads);
        requireAtLeast(0, "--from", from);
        SoakReport report = report(Duration.ofMillis((long) (minutes * 60_000)));
        System.out.println(report.text());
        return report.passed() ? 0 : 1;
    }

    private void requireAtLeast(int least, String option, Number asked) {
        if (asked.doubleValue() < least) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "invalid value for option '%s': %s was asked; allowed is %d or more"
                            .formatted(option, asked, least));
        }
    }

    private SoakReport report(Duration time) {
        return switch (part) {
            case CHANGES -> new ChangesSoak(seed, time, System.out::println).run();
            case PROGRAMS -> programs(time);
            case EXHAUSTION -> exhaustion(time);
            case MIGRATION, FAULTS, ROUTERS, LINKS ->
                    new ProgramSoak(SoakKind.valueOf(part.name()), seed, time, System.out::println)
                            .run();
        };
    }

    private SoakReport programs(Duration time) {
        Plan plan =
                new Plan(
                        Math.max(1, from),
                        programs,
                        time,
                        everyCall,
                        threads,
                        processes,
                        ProgramApi.all(),
                        only,
                        1);
        ProgramsSoak soak = new ProgramsSoak(seed, plan, System.out::println).run();
        return new SoakReport(
                seed,
                soak.programs(),
                "programs",
                soak.disturbed(),
                "disturbances",
                soak.failures());
    }

    private SoakReport exhaustion(Duration time) {
        ExhaustionSoak soak =
                new ExhaustionSoak(
                                seed,
                                new ExhaustionSoak.Plan(time, from, attacks),
                                System.out::println)
                        .run();
        return new SoakReport(
                seed, soak.attacks(), "attacks", soak.calls(), "calls", soak.failures());
    }
}
