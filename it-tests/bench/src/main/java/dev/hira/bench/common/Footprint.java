package dev.hira.bench.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process occupies, by {@code /proc}.
 *
 * @param threads its threads
 * @param descriptors its open files and sockets
 * @param memoryKib its resident memory, in KiB
 */
public record Footprint(long threads, long descriptors, long memoryKib) {
    private static final String RESIDENT = "VmRSS:";

    public static Footprint of(long pid) {
        Path folder = Path.of("/proc", Long.toString(pid));
        try (Stream<String> lines = Files.lines(folder.resolve("status"))) {
            String memory =
                    lines.filter(line -> line.startsWith(RESIDENT)).findFirst().orElseThrow();
            return new Footprint(
                    entries(folder.resolve("task")),
                    entries(folder.resolve("fd")),
                    Long.parseLong(memory.replaceAll("\\D", "")));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " cannot be examined", e);
        }
    }

    private static long entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    /** Whether another footprint of the process has at most so many threads and files more. */
    public boolean covers(Footprint later, int more) {
        return later.threads <= threads + more && later.descriptors <= descriptors + more;
    }

    @Override
    public String toString() {
        return "%d threads, %d descriptors, %d MiB"
                .formatted(threads, descriptors, memoryKib >> 10);
    }
}
