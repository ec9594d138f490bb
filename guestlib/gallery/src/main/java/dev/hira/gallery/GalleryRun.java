package dev.hira.gallery;

import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuEvent;
import dev.hira.guest.gpu.GpuStream;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** A run of a program: prepares it, launches and computes as often as requested, then compares. */
final class GalleryRun {
    private final GalleryProgram program;
    private final double[] kernelMillis;
    private final double[] javaMillis;
    private final LongSupplier nanoClock;

    GalleryRun(GalleryProgram program, int repeats, LongSupplier nanoClock) {
        if (repeats < 1) {
            throw new IllegalArgumentException(
                    "a program cannot be repeated " + repeats + " times; repeat it at least once");
        }
        this.program = program;
        this.kernelMillis = new double[repeats];
        this.javaMillis = new double[repeats];
        this.nanoClock = nanoClock;
    }

    GalleryResult on(Gpu gpu, Architecture architecture, int size, long seed) {
        try (Workbench bench = new Workbench(gpu, architecture, size, seed);
                GpuStream stream = gpu.stream();
                GpuEvent start = gpu.event();
                GpuEvent end = gpu.event()) {
            Workload workload = program.prepare(bench);
            for (int i = 0; i < kernelMillis.length; i++) {
                workload.reset(stream);
                stream.record(start);
                workload.launch(stream);
                stream.record(end);
                kernelMillis[i] = end.millisSince(start);
                javaMillis[i] = millisInJava(workload);
            }
            return new GalleryResult(
                    program.name(),
                    size,
                    workload.compare(),
                    median(kernelMillis),
                    median(javaMillis),
                    javaMillis.length);
        }
    }

    private double millisInJava(Workload workload) {
        long start = nanoClock.getAsLong();
        workload.computeInJava();
        return (nanoClock.getAsLong() - start) / 1e6;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
