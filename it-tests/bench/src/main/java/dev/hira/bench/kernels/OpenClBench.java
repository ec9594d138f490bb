package dev.hira.bench.kernels;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.bench.opencl.OpenClCall;
import dev.hira.bench.opencl.OpenClProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs that call OpenCL as native ones do, through OpenCL's loader: kernels from OpenCL C on a
 * simulated GPU in the program's process and behind a router, beside PoCL; the cost of calls; and
 * the start of a native program.
 */
public final class OpenClBench implements BenchPart {
    private static final int ROUNDS = 7;
    private static final String HERE = "in the program's process";
    private static final String REMOTE = "through router and server";
    private static final String POCL = "PoCL";
    private static final Pattern VARIABLE = Pattern.compile("export (\\w+)='(.*)'");

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        try (LocalStack stack = BenchStack.stack()) {
            Map<String, String> remote = new LinkedHashMap<>(variables());
            remote.put("HIRA_URI", stack.uri());
            try (OpenClProcess here = OpenClProcess.onHira(variables());
                    OpenClProcess behind = OpenClProcess.onHira(remote);
                    OpenClProcess pocl = OpenClProcess.onProcessors(2)) {
                if (!here.present()) {
                    report.say("OpenCL's loader is not installed (" + here.name() + ")");
                    return;
                }
                calls(here, behind, settings, report);
                kernels(here, behind, pocl, settings, report);
            }
        }
    }

    /** Returns the variables with which OpenCL's loader finds Hira. */
    static Map<String, String> variables() throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("hira.home", "."), "hira").toString(),
                                "run",
                                "--print-env")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> variables = new LinkedHashMap<>();
        Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            variables.put(variable.group(1), variable.group(2));
        }
        return variables;
    }

    // --- calls

    private static void calls(
            OpenClProcess here, OpenClProcess behind, BenchSettings settings, BenchReport report)
            throws IOException {
        report.section("Calls of OpenCL through the library (median of batches)");
        double bare = median(here, OpenClCall.BARE, 100_000, settings);
        double query = median(here, OpenClCall.QUERY, 100_000, settings);
        report.note("a bare call from C to Java", bare, "ns");
        report.note("a query of a device", query, "ns");
        report.atMost("a query, of a bare call", query / bare, "×", 4);
        List<Double> launches = new ArrayList<>();
        List<Double> fromJava = new ArrayList<>();
        int batches = batches(settings);
        for (int i = -batches; i < batches; i++) {
            double launch = here.call(OpenClCall.LAUNCH, 2000);
            double java = here.call(OpenClCall.LAUNCH_FROM_JAVA, 2000);
            if (i >= 0) {
                launches.add(launch);
                fromJava.add(java);
            }
        }
        report.note("a launch without work", median(launches), "ns");
        report.note("the same from Java", median(fromJava), "ns");
        report.atMost(
                "a launch, of the same from Java", median(launches) / median(fromJava), "×", 1.2);
        report.note(
                "a launch and clFinish, " + HERE,
                median(here, OpenClCall.ROUND, 500, settings) / 1e3,
                "µs");
        report.note(
                "a launch and clFinish, " + REMOTE,
                median(behind, OpenClCall.ROUND, 500, settings) / 1e3,
                "µs");
        report.note(
                "launches without waiting, " + REMOTE,
                median(behind, OpenClCall.LAUNCH, 5000, settings) / 1e3,
                "µs");
    }

    private static int batches(BenchSettings settings) {
        return Math.max(5, settings.times(25));
    }

    private static double median(
            OpenClProcess process, OpenClCall call, int count, BenchSettings settings)
            throws IOException {
        List<Double> taken = new ArrayList<>();
        int batches = batches(settings);
        for (int i = -batches; i < batches; i++) {
            double nanos = process.call(call, count);
            if (i >= 0) {
                taken.add(nanos);
            }
        }
        return median(taken);
    }

    private static double median(List<Double> nanos) {
        return Stats.of(nanos.stream().map(Math::round).toList()).median();
    }

    // --- kernels

    private static void kernels(
            OpenClProcess here,
            OpenClProcess behind,
            OpenClProcess pocl,
            BenchSettings settings,
            BenchReport report)
            throws IOException {
        int rounds = Math.max(3, settings.times(ROUNDS));
        report.section(
                "Kernels from OpenCL C, two processors (median ms of up to %d interleaved rounds)"
                        .formatted(rounds));
        List<Contender> contenders = new ArrayList<>();
        contenders.add(Contender.of(HERE, here));
        contenders.add(Contender.of(REMOTE, behind));
        if (pocl.present()) {
            report.say(POCL + ": " + pocl.name());
            contenders.add(Contender.of(POCL, pocl));
        } else {
            report.say("PoCL is not installed: no comparison (" + pocl.name() + ")");
        }
        List<Map<String, Double>> all = new ArrayList<>();
        for (GalleryProgram program : Gallery.programs()) {
            Map<String, Double> medians = Rounds.medians(contenders, program, rounds);
            all.add(medians);
            medians.forEach(
                    (name, nanos) -> report.note(program.name() + ": " + name, nanos / 1e6, "ms"));
        }
        mean(all, HERE, POCL)
                .ifPresent(mean ->
                        report.atMost(HERE + ", geometric mean of PoCL's time", mean, "×", 1.1));
        mean(all, REMOTE, HERE)
                .ifPresent(mean ->
                        report.atMost(
                                REMOTE + ", geometric mean of the time " + HERE, mean, "×", 1.1));
    }

    /** Returns the geometric mean of the ratios of all programs that both have run. */
    private static OptionalDouble mean(List<Map<String, Double>> all, String one, String other) {
        OptionalDouble logarithm =
                all.stream()
                        .filter(each -> each.containsKey(one) && each.containsKey(other))
                        .mapToDouble(each -> Math.log(each.get(one) / each.get(other)))
                        .average();
        return logarithm.isPresent()
                ? OptionalDouble.of(Math.exp(logarithm.getAsDouble()))
                : logarithm;
    }
}
