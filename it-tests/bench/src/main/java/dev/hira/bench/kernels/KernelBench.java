package dev.hira.bench.kernels;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.opencl.OpenClProcess;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * The gallery on devices without remoting, beside plain Java loops and the same kernels by OpenCL:
 * medians of interleaved rounds. Then the cost of safety checks and of a launch.
 */
public final class KernelBench implements BenchPart {
    private static final int ROUNDS = 7;

    /** Programs that do next to no work on the data that they load. */
    private static final List<String> STREAMING =
            List.of("vector-add", "saxpy", "transpose", "stencil-3d", "lu");

    private static final String SIMT = "SIMT tier, 1 worker";
    private static final String CHOSEN = "the chosen tier, 1 worker";

    /** Median nanoseconds of a program, by contender. */
    private record Times(String program, Map<String, Double> nanos) {
        OptionalDouble ratio(String one, String other) {
            Double mine = nanos.get(one);
            Double its = nanos.get(other);
            return mine == null || its == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(mine / its);
        }

        boolean streams() {
            return STREAMING.contains(program);
        }
    }

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        gallery(settings, report);
        new SafetyBench().run(settings, report);
        new LaunchBench().run(settings, report);
    }

    private static void gallery(BenchSettings settings, BenchReport report) throws IOException {
        int rounds = Math.max(3, settings.times(ROUNDS));
        report.section(
                "Kernels of the gallery (median ms of up to %d interleaved rounds)"
                        .formatted(rounds));
        List<Contender> contenders = contenders(report);
        List<Times> all = new ArrayList<>();
        try {
            for (GalleryProgram program : Gallery.programs()) {
                Times times =
                        new Times(program.name(), Rounds.medians(contenders, program, rounds));
                all.add(times);
                note(times, report);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
        for (int workers = 1; workers <= 2; workers++) {
            conclude(all, scalar(workers), openCl(workers), report);
        }
    }

    private static String scalar(int workers) {
        return "scalar tier, " + workers + (workers == 1 ? " worker" : " workers");
    }

    private static String openCl(int workers) {
        return "OpenCL, " + workers + (workers == 1 ? " worker" : " workers");
    }

    private static List<Contender> contenders(BenchReport report) throws IOException {
        List<Contender> contenders = new ArrayList<>();
        KernelCompiler engine = KernelCompiler.on(1, Tier.scalar());
        SimBoard one = new SimBoard(engine);
        contenders.add(Contender.plainJava(one));
        contenders.add(Contender.of(scalar(1), one));
        contenders.add(Contender.of(scalar(2), new SimBoard(engine.onCores(2))));
        KernelCompiler groups = KernelCompiler.on(1, Tier.simt(), Tier.scalar());
        contenders.add(Contender.of(SIMT, new SimBoard(groups)));
        KernelCompiler chosen = KernelCompiler.on(1, Tier.automatic(System::nanoTime));
        contenders.add(Contender.of(CHOSEN, new SimBoard(chosen)));
        for (int workers = 1; workers <= 2; workers++) {
            OpenClProcess process = OpenClProcess.onProcessors(workers);
            if (process.present()) {
                report.say(openCl(workers) + ": " + process.name());
                contenders.add(Contender.of(openCl(workers), process));
            } else {
                report.say("OpenCL is not installed: no comparison (" + process.name() + ")");
                process.close();
                return contenders;
            }
        }
        return contenders;
    }

    private static void note(Times times, BenchReport report) {
        times.nanos()
                .forEach((name, nanos) ->
                        report.note(times.program() + ": " + name, nanos / 1e6, "ms"));
        for (String tier : List.of(SIMT, CHOSEN)) {
            times.ratio(tier, scalar(1))
                    .ifPresent(ratio ->
                            report.note(
                                    times.program() + ": " + tier + ", of the scalar tier's time",
                                    ratio,
                                    "×"));
        }
        for (int workers = 1; workers <= 2; workers++) {
            String of = times.program() + ": " + scalar(workers) + ", of OpenCL's time";
            times.ratio(scalar(workers), openCl(workers))
                    .ifPresent(ratio -> report.note(of, ratio, "×"));
        }
    }

    private static void conclude(List<Times> all, String one, String other, BenchReport report) {
        List<Times> compared =
                all.stream().filter(times -> times.ratio(one, other).isPresent()).toList();
        if (compared.isEmpty()) {
            return;
        }
        report.atMost(
                one + ", compute kernels: geometric mean of OpenCL",
                mean(compared, times -> !times.streams(), one, other),
                "×",
                1.2);
        report.atMost(
                one + ", streaming kernels: geometric mean of OpenCL",
                mean(compared, Times::streams, one, other),
                "×",
                6);
        Times worst =
                compared.stream()
                        .max((a, b) -> Double.compare(ratio(a, one, other), ratio(b, one, other)))
                        .orElseThrow();
        report.atMost(
                one + ", the worst kernel (" + worst.program() + ") of OpenCL",
                ratio(worst, one, other),
                "×",
                8);
    }

    private static double ratio(Times times, String one, String other) {
        return times.ratio(one, other).orElseThrow();
    }

    private static double mean(List<Times> all, Predicate<Times> which, String one, String other) {
        return Math.exp(
                all.stream()
                        .filter(which)
                        .mapToDouble(times -> Math.log(ratio(times, one, other)))
                        .average()
                        .orElse(0));
    }
}
