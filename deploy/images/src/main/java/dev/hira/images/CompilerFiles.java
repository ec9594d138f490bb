package dev.hira.images;

import dev.hira.sim.compiler.ClangCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The compiler of kernels in source: clang, unpacked, because a process can neither write nor
 * execute files where the root file system is read-only, and the jar that runs it.
 */
final class CompilerFiles {
    /** The part of the root with clang and the system's libraries that it needs. */
    static final String CLANG = "clang";

    /** Where clang lies. */
    static final String FOLDER = CLANG + "/opt/hira/clang";

    /** The jar that runs clang. */
    static final String JAR = "compiler/opt/hira/compiler/hira-sim-compiler.jar";

    private final ImageRoot root;
    private final Target target;
    private final Path built;

    /**
     * Prepares the files.
     *
     * @param tree the built source tree, with the compiler
     */
    CompilerFiles(ImageRoot root, Target target, Path tree) {
        this.root = root;
        this.target = target;
        this.built = tree.resolve("device-sim/compiler/target/dist");
    }

    void build() throws IOException {
        root.remove(CLANG);
        Files.createDirectories(root.at(FOLDER));
        ClangCompiler.unpack(clang(), root.at(FOLDER));
        List<Path> files;
        try (Stream<Path> below = Files.walk(root.at(FOLDER))) {
            files = below.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            if (file.toFile().setWritable(true)) {
                ElfFile.strip(file);
            }
        }
        for (String library : SystemLibraries.of(target, files)) {
            if (!Files.exists(root.at(ImageRoot.RUNTIME + library))) {
                root.copy(SystemLibraries.at(target.system(), library), CLANG + library);
            }
        }
        root.finish(CLANG);
        root.copy(built.resolve("hira-sim-compiler.jar"), JAR);
        root.finish("compiler");
    }

    private Path clang() throws IOException {
        for (Path jar : ImageRoot.files(built)) {
            if (jar.getFileName().toString().startsWith("llvm-")) {
                return jar;
            }
        }
        throw new IOException("the compiler is not built in " + built);
    }
}
