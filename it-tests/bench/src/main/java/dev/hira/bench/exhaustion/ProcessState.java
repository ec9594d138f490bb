package dev.hira.bench.exhaustion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hira.bench.common.Footprint;
import dev.hira.cli.launch.HiraProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process holds after a full collection.
 *
 * @param classes the instances and bytes of each class
 */
record ProcessState(String name, Footprint footprint, Map<String, Holding> classes) {
    /** Caches, buffers of links, and what a victim holds at the moment. */
    private static final long MORE_BYTES = 32 << 20;

    private static final long MORE_INSTANCES = 20_000;
    private static final int MORE_THREADS = 24;
    private static final int NAMED = 6;

    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    /** The instances of a class and their bytes. */
    record Holding(long instances, long bytes) {
        static final Holding NONE = new Holding(0, 0);
    }

    static ProcessState of(String name, HiraProcess process) {
        String pid = Long.toString(process.pid());
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process histogram =
                    new ProcessBuilder(jcmd, pid, "GC.class_histogram")
                            .redirectErrorStream(true)
                            .start();
            Map<String, Holding> classes = new HashMap<>();
            String text = new String(histogram.getInputStream().readAllBytes(), UTF_8);
            Matcher rows = ROW.matcher("");
            text.lines()
                    .filter(line -> rows.reset(line).matches())
                    .forEach(_ ->
                            classes.put(
                                    rows.group(3),
                                    new Holding(
                                            Long.parseLong(rows.group(1)),
                                            Long.parseLong(rows.group(2)))));
            if (classes.isEmpty()) {
                throw new IllegalStateException(name + " tells no classes: " + text);
            }
            return new ProcessState(name, Footprint.of(process.pid()), classes);
        } catch (IOException e) {
            throw new UncheckedIOException(jcmd + " cannot be run", e);
        }
    }

    long bytes() {
        return classes.values().stream().mapToLong(Holding::bytes).sum();
    }

    /** Returns what a later state has that this one has not, in words. */
    Optional<String> grown(ProcessState later) {
        List<String> grown = new ArrayList<>();
        if (!footprint.covers(later.footprint, MORE_THREADS)) {
            grown.add("%s; now %s".formatted(footprint, later.footprint));
        }
        boolean bytes = later.bytes() - bytes() > MORE_BYTES;
        later.classes.entrySet().stream()
                .sorted((a, b) -> Long.compare(more(b).bytes(), more(a).bytes()))
                .limit(NAMED)
                .filter(entry ->
                        bytes
                                || (entry.getKey().startsWith("dev.hira.")
                                        && more(entry).instances() > MORE_INSTANCES))
                .forEach(entry ->
                        grown.add(
                                "%d more %s with %d KiB"
                                        .formatted(
                                                more(entry).instances(),
                                                entry.getKey(),
                                                more(entry).bytes() >> 10)));
        return grown.isEmpty()
                ? Optional.empty()
                : Optional.of(name + " has grown: " + String.join(", ", grown));
    }

    private Holding more(Map.Entry<String, Holding> later) {
        Holding then = classes.getOrDefault(later.getKey(), Holding.NONE);
        return new Holding(
                later.getValue().instances() - then.instances(),
                later.getValue().bytes() - then.bytes());
    }
}
