package dev.hira.sim.ptx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kernels that tests use, compiled by nvcc; their sources are in the same folder. */
public final class Kernels {
    private static final Path FOLDER = Path.of("../kernels/src/test/kernels");

    private Kernels() {}

    /** The names of all kernels, such as {@code saxpy.sm_75}. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".ptx"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String text(String name) {
        return read(FOLDER.resolve(name + ".ptx"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns a module with one kernel that declares registers of the usual names. */
    public static String around(String body) {
        return """
        .version 9.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 p) {
        .reg .pred %p<4>;
        .reg .b32 %r<9>;
        .reg .f32 %f<9>;
        .reg .b64 %rd<9>;
        """
                + body
                + "\n}\n";
    }
}
