package dev.hira.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import dev.hira.link.ring.Futex;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** This machine. */
final class LocalHost implements Host {
    @Override
    public String property(String name) {
        return System.getProperty(name, "");
    }

    @Override
    public Map<String, String> environment() {
        return System.getenv();
    }

    @Override
    public Optional<String> file(String path) {
        try {
            return Optional.of(Files.readString(Path.of(path)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Space> space(String folder) {
        Path path = Path.of(folder);
        try {
            FileStore store = Files.getFileStore(path);
            return Optional.of(
                    new Space(
                            store.getTotalSpace(), store.getUsableSpace(), Files.isWritable(path)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean hasModule(String name) {
        return ModuleLayer.boot().findModule(name).isPresent()
                || java.lang.module.ModuleFinder.ofSystem().find(name).isPresent();
    }

    @Override
    public boolean hasFutex() {
        return Futex.available();
    }

    @Override
    public long heapBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    @Override
    public long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }

    @Override
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
