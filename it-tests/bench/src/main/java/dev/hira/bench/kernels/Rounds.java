package dev.hira.bench.kernels;

import dev.hira.bench.common.Stats;
import dev.hira.gallery.GalleryProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Runs a program on several contenders in turn. */
final class Rounds {
    private static final int LEAST_WARM_UP = 3;
    private static final int LEAST = 3;
    private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(4);

    private Rounds() {}

    /**
     * Returns the median nanoseconds of a program by the names of the contenders that have it.
     *
     * @param rounds the number of rounds, fewer if they take long
     */
    static Map<String, Double> medians(
            List<Contender> contenders, GalleryProgram program, int rounds) throws IOException {
        Map<String, Contender.Entry> entries = new LinkedHashMap<>();
        Map<String, List<Long>> taken = new LinkedHashMap<>();
        try {
            for (Contender contender : contenders) {
                entries.put(contender.name(), contender.enter(program));
            }
            warmUp(entries);
            long start = System.nanoTime();
            for (int i = 0; i < rounds && (i < LEAST || System.nanoTime() - start < LONGEST); i++) {
                round(entries, taken);
            }
        } finally {
            entries.values().forEach(Contender.Entry::close);
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        taken.forEach((name, nanos) -> medians.put(name, Stats.of(nanos).median()));
        return medians;
    }

    private static void warmUp(Map<String, Contender.Entry> entries) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < LEAST_WARM_UP || System.nanoTime() - start < WARM_UP; i++) {
            round(entries, new LinkedHashMap<>());
        }
    }

    private static void round(Map<String, Contender.Entry> entries, Map<String, List<Long>> taken)
            throws IOException {
        for (Map.Entry<String, Contender.Entry> entry : entries.entrySet()) {
            OptionalLong nanos = entry.getValue().run();
            nanos.ifPresent(value ->
                    taken.computeIfAbsent(entry.getKey(), _ -> new ArrayList<>()).add(value));
        }
    }
}
