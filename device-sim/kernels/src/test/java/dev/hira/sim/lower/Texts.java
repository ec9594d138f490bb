package dev.hira.sim.lower;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.print.ProgramPrinter;
import dev.hira.sim.ptx.PtxModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** PTX texts that tests lower, and the listings of the results. */
public final class Texts {
    public static final Path GOLDEN = Path.of("src/test/golden");
    static final Path KERNELS = Path.of("src/test/kernels");

    private Texts() {}

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the files of a folder with this ending, sorted by name. */
    public static List<Path> files(Path folder, String end) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Returns a module with a kernel of this body, which declares registers and variables of the
     * usual names.
     */
    public static String around(String body) {
        return read(GOLDEN.resolve("lower/head.ptx")) + body + "}\n";
    }

    /** Returns the program of the first kernel of a module. */
    public static Program program(String text) {
        PtxModule module = PtxModule.parse(text);
        module.check();
        return Lowering.program(module, module.kernels().getFirst());
    }

    /** Returns the blocks of a kernel with this body, without the lines of the text. */
    public static String listing(String body) {
        String whole = ProgramPrinter.print(program(around(body)));
        int end = whole.indexOf("\n\nroutine 1 ");
        return whole.substring(whole.indexOf("block 0:"), end < 0 ? whole.length() : end)
                .replaceAll("(?m)^ +\\d+  ", "")
                .strip();
    }
}
