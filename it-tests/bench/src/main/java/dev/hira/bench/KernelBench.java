package dev.hira.bench;

import dev.hira.bench.opencl.OpenClProcess;
import dev.hira.gallery.Architecture;
import dev.hira.gallery.Gallery;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The gallery on the device without remoting, beside plain Java loops on one thread and the same
 * kernels by OpenCL: medians of interleaved rounds.
 */
final class KernelBench implements Bench.Part {
    private static final int ROUNDS = 9;
    private static final int WARM_UP = 3;
    private static final List<String> STREAMING = List.of("vector-add", "saxpy", "transpose");

    /** Nanoseconds of a program: the device's, plain Java's, OpenCL's. */
    private record Times(String program, double device, double java, OptionalDouble openCl) {
        double ratio() {
            return device / openCl.orElse(Double.NaN);
        }
    }

    @Override
    public void run(Bench.Settings settings, Report report) throws IOException {
        int workers = Runtime.getRuntime().availableProcessors();
        report.section(
                "Kernels of the gallery (median of %d interleaved rounds, %d processors)"
                        .formatted(ROUNDS, workers));
        List<Times> all = new ArrayList<>();
        try (OpenClProcess openCl = new OpenClProcess(workers);
                Gpu gpu = Gpu.connect("sim:")) {
            System.out.println(
                    openCl.present()
                            ? "  OpenCL: " + openCl.name()
                            : "  OpenCL is not installed: no comparison (" + openCl.name() + ")");
            for (GalleryProgram program : Gallery.programs()) {
                Times times = measure(gpu, openCl, program);
                all.add(times);
                note(times, report);
            }
        }
        conclude(all, report);
    }

    private static Times measure(Gpu gpu, OpenClProcess openCl, GalleryProgram program)
            throws IOException {
        int size = program.card().defaultSize();
        List<Long> device = new ArrayList<>();
        List<Long> java = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        try (Workbench bench = new Workbench(gpu, Architecture.newestFor(gpu.device()), size, 1);
                GpuStream stream = gpu.stream()) {
            Workload workload = program.prepare(bench);
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                if (round == 0) {
                    device.clear();
                    java.clear();
                    other.clear();
                }
                workload.reset(stream);
                stream.synchronize();
                device.add(
                        nanos(() -> {
                            workload.launch(stream);
                            stream.synchronize();
                        }));
                java.add(nanos(workload::computeInJava));
                openCl.run(program.name(), size).ifPresent(other::add);
            }
        }
        return new Times(
                program.name(),
                median(device),
                median(java),
                other.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(other)));
    }

    private static void note(Times times, Report report) {
        report.note(times.program() + ": device", times.device() / 1e6, "ms");
        report.note("  of plain Java on one thread", times.device() / times.java(), "×");
        if (times.openCl().isPresent()) {
            report.note("  of OpenCL", times.ratio(), "×");
        }
    }

    private static void conclude(List<Times> all, Report report) {
        List<Times> compared = all.stream().filter(times -> times.openCl().isPresent()).toList();
        if (compared.isEmpty()) {
            return;
        }
        report.atMost("compute kernels, geometric mean of OpenCL", mean(compared, false), "×", 1.2);
        report.atMost("streaming kernels, geometric mean of OpenCL", mean(compared, true), "×", 6);
        report.atMost(
                "the worst kernel of OpenCL",
                compared.stream().mapToDouble(Times::ratio).max().orElse(0),
                "×",
                8);
    }

    private static double mean(List<Times> times, boolean streaming) {
        double logs =
                times.stream()
                        .filter(each -> STREAMING.contains(each.program()) == streaming)
                        .mapToDouble(each -> Math.log(each.ratio()))
                        .average()
                        .orElse(0);
        return Math.exp(logs);
    }

    private static long nanos(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return System.nanoTime() - start;
    }

    private static double median(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sorted().toArray()[values.size() / 2];
    }
}
