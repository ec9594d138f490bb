package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.CompilerLimits;
import dev.hira.sim.compiler.clang.CompilerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar like the compiler's whose clang is a script of the shell. */
final class FakeToolchain {
    private static final String FOLDER = "org/bytedeco/llvm/linux-x86_64/";

    /** The arguments come in the input, once the limits are set. */
    private static final String START = "#!/bin/sh\narguments=$(cat)\n";

    private FakeToolchain() {}

    /** Writes the jar to a folder. */
    static Path jar(Path folder, String script) throws IOException {
        Path jar = folder.resolve("llvm.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name :
                    List.of(
                            "clang",
                            "llvm-link",
                            "libLLVM.so",
                            "libclang-cpp.so",
                            "lib/clang/20/include/opencl-c-base.h")) {
                zip.putNextEntry(new ZipEntry(FOLDER + name));
                String text = name.equals("clang") ? START + script + "\n" : name;
                zip.write(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    /** Returns a compiler whose clang is the script. */
    static ClangCompiler compiler(Path folder, String script, int processes, Duration wall)
            throws IOException {
        CompilerLimits limits =
                new CompilerLimits(
                        wall,
                        Duration.ofSeconds(20),
                        1L << 30,
                        1 << 20,
                        1 << 16,
                        1 << 14,
                        processes);
        return new ClangCompiler(
                new CompilerSettings(jar(folder, script), folder.resolve("cache"), limits));
    }
}
