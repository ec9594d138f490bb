package dev.hira.bench.kernels;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.sim.jit.plan.OmittedFeature;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cost of safety: compute kernels with and without checks of addresses, and with and without
 * polls. Each figure is the geometric mean over kernels of the median ratio within a round.
 */
final class SafetyBench implements BenchPart {
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 15;
    private static final List<String> PROGRAMS =
            List.of(
                    "n-body",
                    "matmul",
                    "mandelbrot",
                    "reduction",
                    "histogram",
                    "black-scholes",
                    "convolution",
                    "fft",
                    "monte-carlo",
                    "sha-256",
                    "kepler");

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        int rounds = Math.max(5, settings.times(ROUNDS));
        report.section(
                "What safety costs compute kernels (ratio to code without it, %d rounds)"
                        .formatted(rounds));
        report.atMost(
                "checks of addresses", mean(OmittedFeature.CHECKS, rounds, report), "×", 1.10);
        report.atMost("polls", mean(OmittedFeature.POLLS, rounds, report), "×", 1.04);
    }

    private static double mean(OmittedFeature omitted, int rounds, BenchReport report) {
        double logs = 0;
        try (SimBoard safe = new SimBoard(KernelCompiler.on(1, Tier.scalar()));
                SimBoard bare = new SimBoard(KernelCompiler.on(1, Tier.scalarWithout(omitted)))) {
            for (String name : PROGRAMS) {
                double ratio = ratio(safe, bare, Gallery.named(name), rounds);
                report.note(
                        name + ": " + omitted.name().toLowerCase(Locale.ROOT) + " cost",
                        ratio,
                        "×");
                logs += Math.log(ratio);
            }
        }
        return Math.exp(logs / PROGRAMS.size());
    }

    private static double ratio(SimBoard safe, SimBoard bare, GalleryProgram program, int rounds) {
        List<Double> ratios = new ArrayList<>();
        try (Contender.OnDevice with = new Contender.OnDevice(safe, program);
                Contender.OnDevice without = new Contender.OnDevice(bare, program)) {
            for (int round = -WARM_UP; round < rounds; round++) {
                double one = with.run().orElseThrow();
                double other = without.run().orElseThrow();
                if (round >= 0) {
                    ratios.add(one / other);
                }
            }
        }
        ratios.sort(null);
        return ratios.get(ratios.size() / 2);
    }
}
