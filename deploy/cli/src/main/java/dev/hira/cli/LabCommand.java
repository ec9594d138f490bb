package dev.hira.cli;

import ch.qos.logback.classic.Level;
import com.typesafe.config.ConfigException;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.OutputOptions;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.log.LogbackLoggers;
import dev.hira.lab.experiment.Experiment;
import dev.hira.lab.experiment.Experiment.Options;
import dev.hira.lab.experiment.Experiments;
import dev.hira.lab.report.LabFolder;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.LabRun;
import dev.hira.lab.report.TextReport;
import dev.hira.lab.scenario.Scenario;
import dev.hira.lab.scenario.ScenarioReader;
import dev.hira.lab.scenario.SchedulerComparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The laboratory: published experiments in virtual time, and users' own scenarios. */
@Command(
        name = "lab",
        description = "Repeat published experiments in virtual time, or run one of your own.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class LabCommand {
    @Spec CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli sets the specification
    LabCommand() {}

    @Command(
            name = "list",
            description = "List the experiments.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira lab list")
    int list(@Mixin OutputOptions output) {
        Stream<Listed> ready =
                Experiments.all().stream().map(e -> new Listed(e.name(), e.title(), ""));
        Stream<Listed> pending =
                new TreeMap<>(Experiments.pending())
                        .entrySet().stream().map(e -> new Listed(e.getKey(), "", e.getValue()));
        output.show(
                Stream.concat(ready, pending).toList(),
                experiments -> experiments.forEach(each -> output.out().println(each.text())));
        return 0;
    }

    /** The names that completion offers. */
    static final class ExperimentNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Experiments.all().stream().map(Experiment::name).iterator();
        }
    }

    private record Listed(String name, String title, String missing) {
        String text() {
            return String.format(
                    Locale.ROOT,
                    "  %-18s %s",
                    name,
                    missing.isEmpty() ? title : "not yet: " + missing);
        }
    }

    @Command(
            name = "run",
            description = "Run an experiment, or all; print tables, write CSV files and pages.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira lab run neon-sweep --out target/lab")
    int run(
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            paramLabel = "EXPERIMENT",
                            completionCandidates = ExperimentNames.class)
                    @Nullable String name,
            @Option(names = "--all", description = "Run all of them.") boolean all,
            @Option(
                            names = "--out",
                            defaultValue = "target/lab",
                            description =
                                    "The folder for CSV files and pages (default ${DEFAULT-VALUE}).")
                    Path folder,
            @Option(
                            names = "--seed",
                            defaultValue = "1",
                            description = "The seed of all random numbers.")
                    long seed,
            @Option(
                            names = "--penalty",
                            defaultValue = "0.25",
                            description =
                                    "The part by which kernels take longer while work of several VMs"
                                            + " is queued at a device (default ${DEFAULT-VALUE}).")
                    double penalty,
            @Option(
                            names = "--measured",
                            paramLabel = "FILE",
                            description =
                                    "The times of moves that 'hira bench migration' measured; by default"
                                            + " those in target/bench/migration.csv, and if there are"
                                            + " none, recorded ones.")
                    @Nullable Path measured)
            throws IOException {
        quiet();
        Options options = new Options(seed, penalty, MeasuredMoves.of(measured));
        List<LabReport> reports = new ArrayList<>();
        long begin = System.nanoTime();
        for (Experiment experiment : chosen(name, all)) {
            LabReport report = experiment.run(options);
            print(TextReport.of(report));
            reports.add(report);
        }
        LabFolder.write(folder, reports, thisRun());
        summary(reports, System.nanoTime() - begin, folder);
        return reports.stream().allMatch(LabReport::isExpected) ? 0 : 1;
    }

    @Command(
            name = "scenario",
            description = "Run a scenario from a file and compare its schedulers.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira lab scenario docs/scenario.conf")
    int scenario(
            @Parameters(index = "0", paramLabel = "FILE") Path file,
            @Option(names = "--check", description = "Check the file only.") boolean check,
            @Option(
                            names = "--out",
                            defaultValue = "target/lab",
                            description =
                                    "The folder for CSV files and pages (default ${DEFAULT-VALUE}).")
                    Path folder)
            throws IOException {
        quiet();
        try {
            Scenario scenario = ScenarioReader.read(file);
            if (check) {
                print("the scenario is valid");
                return 0;
            }
            LabReport report = new SchedulerComparison(scenario, file.toString()).run();
            print(TextReport.of(report));
            LabFolder.write(folder, List.of(report), thisRun());
            print(
                    "page: "
                            + LabFolder.page(folder, report)
                            + "; all reports: "
                            + folder.resolve("index.html"));
            return 0;
        } catch (ConfigException.IO e) {
            throw new UsageException(InputFile.problem(file));
        } catch (ConfigException | IllegalArgumentException e) {
            throw new UsageException(located(file, String.valueOf(e.getMessage())));
        }
    }

    /** Returns a text that names the file once: most of the reader's texts begin with it. */
    static String located(Path file, String text) {
        return text.contains(file.toString()) ? text : file + ": " + text;
    }

    /** Silences the router's log of sessions, which exist in virtual time only. */
    private static void quiet() {
        LogbackLoggers.named("dev.hira.router").setLevel(Level.ERROR);
    }

    private static List<Experiment> chosen(@Nullable String name, boolean all) {
        if (all || name == null) {
            if (!all) {
                throw new UsageException(
                        "name an experiment (hira lab list has them), or say --all");
            }
            return Experiments.all();
        }
        return List.of(Experiments.named(name).orElseThrow(() -> unknown(name)));
    }

    private static UsageException unknown(String name) {
        String pending = Experiments.pending().get(name);
        return new UsageException(
                pending == null
                        ? "there is no experiment '"
                                + name
                                + "'; there are "
                                + Experiments.all().stream()
                                        .map(Experiment::name)
                                        .collect(Collectors.joining(", "))
                        : "the experiment '" + name + "' cannot be done yet: " + pending);
    }

    private void summary(List<LabReport> reports, long nanos, Path folder) {
        print(
                String.format(
                        Locale.ROOT,
                        "%s; %.1f s; pages: %s%n",
                        LabReport.verdict(reports),
                        nanos / 1e9,
                        folder.resolve("index.html")));
    }

    private LabRun thisRun() {
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        return new LabRun(
                "hira " + String.join(" ", arguments),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                VersionCommand.version());
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text);
        out.flush();
    }
}
