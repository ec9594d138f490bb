package dev.hira.bench;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.kernels.KernelBench;
import dev.hira.bench.kernels.OclgrindBench;
import dev.hira.bench.kernels.OpenClBench;
import dev.hira.bench.kernels.TurnsBench;
import dev.hira.bench.migration.MigrationBench;
import dev.hira.bench.sharing.NeighboursBench;
import dev.hira.bench.sharing.PolicyBench;
import dev.hira.bench.sharing.RulesBench;
import dev.hira.bench.sharing.SharesBench;
import dev.hira.bench.sharing.TraceBench;
import dev.hira.bench.sharing.WaitingBench;
import dev.hira.bench.spine.CopyBench;
import dev.hira.bench.spine.HalfOpenBench;
import dev.hira.bench.spine.IdleBench;
import dev.hira.bench.spine.LatencyBench;
import dev.hira.bench.spine.OpenBench;
import dev.hira.bench.spine.RateBench;
import dev.hira.bench.spine.TlsBench;
import dev.hira.cli.Main;
import dev.hira.cli.client.Examples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * Measures the promises about speed through three separate processes on this host, beside bare gRPC
 * in the same run.
 */
@Command(
        name = "hira bench",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira bench rate latency --quick",
        description =
                "Measure what SPECIFICATION.md promises about speed. Without names, everything.")
public final class Bench implements Runnable {
    private static final Map<String, BenchPart> PARTS = parts();

    @Parameters(
            paramLabel = "PART",
            description =
                    "latency, rate, copy, open, idle, tls, half-open, kernels, opencl, oclgrind,"
                            + " turns, rules, policy, shares, waiting, neighbours, trace,"
                            + " migration")
    List<String> wanted = List.of();

    @Option(names = "--quick", description = "A tenth of the repetitions.")
    boolean quick;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Where the figures go as CSV (default: target/bench/spine.csv).")
    Path file = Path.of(System.getProperty("hira.home", "."), "target", "bench", "spine.csv");

    private long broken;

    /** Exits with 1 when a promise was broken in this run. */
    public static void main(String[] args) {
        Bench bench = new Bench();
        int exit = Main.shared(new CommandLine(bench)).execute(args);
        System.exit(exit != 0 ? exit : bench.broken > 0 ? 1 : 0);
    }

    @Override
    public void run() {
        for (String name : wanted) {
            if (!PARTS.containsKey(name)) {
                throw new ParameterException(
                        new CommandLine(this),
                        "no part is called '"
                                + name
                                + "'; there are "
                                + String.join(", ", PARTS.keySet()));
            }
        }
        BenchReport report = new BenchReport(System.out);
        BenchSettings settings = new BenchSettings(quick ? 0.1 : 1);
        System.out.println(
                "hira bench on "
                        + Runtime.getRuntime().availableProcessors()
                        + " processors, java "
                        + Runtime.version());
        try {
            for (Map.Entry<String, BenchPart> part : PARTS.entrySet()) {
                if (wanted.isEmpty() || wanted.contains(part.getKey())) {
                    part.getValue().run(settings, report);
                }
            }
            report.save(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        broken = report.broken();
        System.out.println();
        System.out.println(
                (broken == 0 ? "every promise was kept" : broken + " promises were broken")
                        + "; figures: "
                        + file);
    }

    /** Returns the names of the parts, in their order. */
    static List<String> partNames() {
        return List.copyOf(PARTS.keySet());
    }

    private static Map<String, BenchPart> parts() {
        Map<String, BenchPart> parts = new LinkedHashMap<>();
        parts.put("latency", new LatencyBench());
        parts.put("rate", new RateBench());
        parts.put("copy", new CopyBench());
        parts.put("open", new OpenBench());
        parts.put("idle", new IdleBench());
        parts.put("tls", new TlsBench());
        parts.put("half-open", new HalfOpenBench());
        parts.put("kernels", new KernelBench());
        parts.put("opencl", new OpenClBench());
        parts.put("oclgrind", new OclgrindBench());
        parts.put("turns", new TurnsBench());
        parts.put("rules", new RulesBench());
        parts.put("policy", new PolicyBench());
        parts.put("shares", new SharesBench());
        parts.put("waiting", new WaitingBench());
        parts.put("neighbours", new NeighboursBench());
        parts.put("trace", new TraceBench());
        parts.put("migration", new MigrationBench());
        return parts;
    }
}
