package dev.hira.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, which is removed at the end. */
record SoakFolder(Path path) implements AutoCloseable {
    static SoakFolder create() {
        try {
            return new SoakFolder(Files.createTempDirectory("hira-soak-"));
        } catch (IOException e) {
            throw new UncheckedIOException("a temporary folder cannot be created", e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }
}
