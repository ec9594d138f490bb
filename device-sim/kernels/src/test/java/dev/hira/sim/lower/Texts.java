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

/** Texts in PTX that tests lower, and listings of what becomes of them. */
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

    /** The files of a folder whose names end so, in the order of their names. */
    public static List<Path> files(Path folder, String end) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A module with a kernel of this body, which has registers and variables of usual names. */
    public static String around(String body) {
        return read(GOLDEN.resolve("lower/head.ptx")) + body + "}\n";
    }

    /** The program of the first kernel of a module. */
    public static Program program(String text) {
        PtxModule module = PtxModule.parse(text);
        module.check();
        return Lowering.program(module, module.kernels().getFirst());
    }

    /** The blocks of a kernel with this body, without the lines of the text. */
    public static String listing(String body) {
        String whole = ProgramPrinter.print(program(around(body)));
        int end = whole.indexOf("\n\nroutine 1 ");
        return whole.substring(whole.indexOf("block 0:"), end < 0 ? whole.length() : end)
                .replaceAll("(?m)^ +\\d+  ", "")
                .strip();
    }
}
