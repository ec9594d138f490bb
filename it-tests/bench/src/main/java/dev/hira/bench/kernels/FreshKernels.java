package dev.hira.bench.kernels;

import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.gallery.Architecture;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.KernelTexts;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A process that loads and launches kernels for the first time, and prints the times. */
public final class FreshKernels {
    /** The key of the time of the process's very first launch. */
    static final String FIRST = "first";

    /** The suffix of a program's name in the key of the time until its launches are steady. */
    static final String STEADY = "-steady";

    private static final String MODULE = "module";
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long WATCHED = TimeUnit.SECONDS.toNanos(5);
    private static final double AS_FAST = 1.25;
    private static final int WINDOW = 5;
    private static final int KERNELS = 100;
    private static final List<String> REPEATED =
            List.of("saxpy", "vector-add", "transpose", "matmul", "histogram", "stencil-2d");

    private final Map<String, Long> found = new LinkedHashMap<>();

    private FreshKernels() {}

    /** {@code args}: programs to be launched, or none for the module of many kernels. */
    public static void main(String[] args) {
        FreshKernels fresh = new FreshKernels();
        try (Gpu gpu = Gpu.connect("sim:?tier=scalar")) {
            if (args.length == 0) {
                fresh.load(gpu);
            } else {
                fresh.found.put(FIRST, launch(gpu, Gallery.named("vector-add")));
                for (String name : args) {
                    fresh.found.put(name, launch(gpu, Gallery.named(name)));
                    fresh.found.put(name + STEADY, steady(gpu, Gallery.named(name)));
                }
            }
        }
        System.out.println(
                HiraProcess.READY
                        + fresh.found.entrySet().stream()
                                .map(entry -> entry.getKey() + "=" + entry.getValue())
                                .collect(Collectors.joining(" ")));
    }

    /** Starts a process for programs; returns its nanoseconds by key. */
    static Found begin(List<String> programs) {
        try (HiraProcess process =
                HiraProcess.withDevices("fresh-kernels", FreshKernels.class.getName(), programs)) {
            Map<String, Long> found = new LinkedHashMap<>();
            for (String pair : process.awaitReady(LIMIT).split(" ")) {
                int equals = pair.indexOf('=');
                found.put(pair.substring(0, equals), Long.parseLong(pair.substring(equals + 1)));
            }
            return new Found(found);
        }
    }

    /** The results of a process: nanoseconds by key. */
    record Found(Map<String, Long> byKey) {
        long nanos(String key) {
            return Objects.requireNonNull(byKey.get(key), key);
        }
    }

    /** Starts a process for the module of many kernels; returns its loading time in nanoseconds. */
    static long load() {
        return begin(List.of()).nanos(MODULE);
    }

    private void load(Gpu gpu) {
        String text = manyKernels();
        long start = System.nanoTime();
        try (GpuModule module = gpu.load(text)) {
            long nanos = System.nanoTime() - start;
            module.kernel("saxpy0");
            found.put(MODULE, nanos);
        }
    }

    /** Repeats kernels of the gallery under different names. */
    static String manyKernels() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < KERNELS; i++) {
            String program = REPEATED.get(i % REPEATED.size());
            String ptx = KernelTexts.ptx(program, Architecture.SM_75);
            int begin = ptx.indexOf(".visible .entry ");
            if (i == 0) {
                text.append(ptx, 0, begin);
            }
            String name = ptx.substring(begin, ptx.indexOf('(', begin)).replaceFirst(".* ", "");
            text.append(ptx.substring(begin).replace(name, name + i));
        }
        return text.toString();
    }

    /** Loads and launches a small case of a program that this process has not seen before. */
    private static long launch(Gpu gpu, GalleryProgram program) {
        try (Workbench bench = bench(gpu, program.card().testSize());
                GpuStream stream = gpu.stream()) {
            long start = System.nanoTime();
            Workload workload = program.prepare(bench);
            workload.reset(stream);
            workload.launch(stream);
            stream.synchronize();
            return System.nanoTime() - start;
        }
    }

    /**
     * Launches a program repeatedly; returns the time after which launches are as fast as at the
     * end.
     */
    private static long steady(Gpu gpu, GalleryProgram program) {
        List<Long> ends = new ArrayList<>();
        List<Long> taken = new ArrayList<>();
        try (Workbench bench = bench(gpu, program.card().defaultSize());
                GpuStream stream = gpu.stream()) {
            Workload workload = program.prepare(bench);
            long begin = System.nanoTime();
            long end = begin;
            while (end - begin < WATCHED) {
                workload.reset(stream);
                stream.synchronize();
                long start = System.nanoTime();
                workload.launch(stream);
                stream.synchronize();
                end = System.nanoTime();
                taken.add(end - start);
                ends.add(end - begin);
            }
        }
        return steady(ends, taken);
    }

    /**
     * Returns the end of the first few launches with a median close to that of the last quarter.
     */
    private static long steady(List<Long> ends, List<Long> taken) {
        int count = taken.size();
        double last = Stats.of(taken.subList(count * 3 / 4, count)).median();
        for (int i = WINDOW; i <= count; i++) {
            if (Stats.of(taken.subList(i - WINDOW, i)).median() <= last * AS_FAST) {
                return ends.get(i - WINDOW);
            }
        }
        return ends.getLast();
    }

    private static Workbench bench(Gpu gpu, int size) {
        return new Workbench(gpu, Architecture.newestFor(gpu.device()), size, 1);
    }
}
