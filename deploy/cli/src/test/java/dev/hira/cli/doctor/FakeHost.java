package dev.hira.cli.doctor;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A machine of which a test chooses everything; at first all is well. */
final class FakeHost implements Host {
    final Map<String, String> properties =
            new HashMap<>(
                    Map.of(
                            "java.version", "25.0.3",
                            "java.vendor", "Eclipse Adoptium",
                            "os.name", "Linux",
                            "os.arch", "amd64",
                            "java.io.tmpdir", "/tmp"));
    final Map<String, String> environment = new HashMap<>();
    final Map<String, String> files =
            new HashMap<>(
                    Map.of(
                            "/proc/self/limits",
                            "Max open files            65536      65536     files",
                            "/sys/devices/system/clocksource/clocksource0/current_clocksource",
                            "tsc\n"));
    final Map<String, Space> spaces =
            new HashMap<>(
                    Map.of(
                            "/dev/shm", new Space(8L << 30, 8L << 30, true),
                            "/tmp", new Space(8L << 30, 8L << 30, true)));
    boolean module = true;
    boolean futex = true;
    long heap = 1L << 30;
    long memory = 4L << 30;
    int processors = 4;
    Instant now = Instant.parse("2026-11-23T12:00:00Z");

    @Override
    public String property(String name) {
        return properties.getOrDefault(name, "");
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Optional<String> file(String path) {
        return Optional.ofNullable(files.get(path));
    }

    @Override
    public Optional<Space> space(String folder) {
        return Optional.ofNullable(spaces.get(folder));
    }

    @Override
    public boolean hasModule(String name) {
        return module;
    }

    @Override
    public boolean hasFutex() {
        return futex;
    }

    @Override
    public long heapBytes() {
        return heap;
    }

    @Override
    public long memoryBytes() {
        return memory;
    }

    @Override
    public int processors() {
        return processors;
    }

    @Override
    public Instant now() {
        return now;
    }
}
