package dev.hira.bench.kernels;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.bench.opencl.OpenClProcess;
import dev.hira.gallery.Card;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Kernels from OpenCL C on a simulated GPU beside Oclgrind, an interpreter that finds the same
 * mistakes: with all checks off, and with those of memory and races. Each program has the smallest
 * part of its usual size that keeps Oclgrind busy for a second, so that launches hardly count.
 */
public final class OclgrindBench implements BenchPart {
    /** The driver of Debian's package for OpenCL's loader. */
    private static final Path DRIVER = Path.of("/usr/lib/oclgrind/liboclgrind-rt-icd.so");

    private static final long LEAST = TimeUnit.SECONDS.toNanos(1);
    private static final long WARM_UP = TimeUnit.SECONDS.toNanos(2);
    private static final int LEAST_WARM_UP = 3;
    private static final int ROUNDS = 7;

    /** The usual size of a program is divided by two at most so many times. */
    private static final int MOST_HALVINGS = 6;

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        report.section("Kernels from OpenCL C beside Oclgrind");
        if (!Files.exists(DRIVER)) {
            report.say("Oclgrind is not installed: no comparison (" + DRIVER + ")");
            return;
        }
        Path vendors = Files.createTempDirectory("hira-oclgrind");
        Path vendor = Files.writeString(vendors.resolve("oclgrind.icd"), DRIVER.toString());
        try {
            Map<String, String> there = Map.of("OCL_ICD_VENDORS", vendors.toString());
            compare("without checks", Map.of(), there, 200, settings, report);
            Map<String, String> races = new LinkedHashMap<>(there);
            races.put("OCLGRIND_DATA_RACES", "1");
            compare(
                    "with checks",
                    Map.of("HIRA_SIM_CHECK", "memory,race"),
                    races,
                    20,
                    settings,
                    report);
        } finally {
            Files.delete(vendor);
            Files.delete(vendors);
        }
    }

    private static void compare(
            String checks,
            Map<String, String> ours,
            Map<String, String> theirs,
            double goal,
            BenchSettings settings,
            BenchReport report)
            throws IOException {
        Map<String, String> hira = new LinkedHashMap<>(OpenClBench.variables());
        hira.putAll(ours);
        try (OpenClProcess here = OpenClProcess.onHira(hira);
                OpenClProcess oclgrind = OpenClProcess.onDriver(theirs)) {
            for (OpenClProcess process : List.of(here, oclgrind)) {
                if (!process.present()) {
                    report.say("no OpenCL device (" + process.name() + ")");
                    return;
                }
            }
            List<Double> logarithms = new ArrayList<>();
            for (GalleryProgram program : Gallery.programs()) {
                OptionalDouble ratio = ratio(program.card(), here, oclgrind, settings);
                ratio.ifPresent(times -> {
                    report.note(program.name() + " " + checks, times, "×");
                    logarithms.add(Math.log(times));
                });
            }
            double mean = logarithms.stream().mapToDouble(each -> each).average().orElseThrow();
            String name = "faster than Oclgrind " + checks + ", geometric mean";
            report.atLeast(name, Math.exp(mean), "×", goal);
        }
    }

    /** Returns how many times faster a program is than on Oclgrind, if OpenCL has it. */
    private static OptionalDouble ratio(
            Card card, OpenClProcess here, OpenClProcess oclgrind, BenchSettings settings)
            throws IOException {
        long nanos = 0;
        int size = 0;
        for (int halvings = MOST_HALVINGS; halvings >= 0 && nanos < LEAST; halvings--) {
            size = card.defaultSize() >> halvings;
            OptionalLong run = oclgrind.run(card.name(), size);
            oclgrind.forget();
            if (run.isEmpty()) {
                return OptionalDouble.empty();
            }
            nanos = run.getAsLong();
        }
        return OptionalDouble.of(nanos / warm(here, card.name(), size, settings));
    }

    /** Returns the median nanoseconds of a program on a simulated GPU. */
    private static double warm(
            OpenClProcess process, String program, int size, BenchSettings settings)
            throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < LEAST_WARM_UP || System.nanoTime() - start < WARM_UP; i++) {
            process.run(program, size);
        }
        List<Long> taken = new ArrayList<>();
        for (int i = Math.max(3, settings.times(ROUNDS)); i > 0; i--) {
            taken.add(process.run(program, size).orElseThrow());
        }
        process.forget();
        return Stats.of(taken).median();
    }
}
