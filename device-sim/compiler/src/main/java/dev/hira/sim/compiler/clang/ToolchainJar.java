package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The jar that brings clang: the parts of it that a run needs, and where they go. */
public record ToolchainJar(Path file) {
    private static final String ARTIFACT = "org.bytedeco:llvm:linux-x86_64";
    private static final String FOLDER = "org/bytedeco/llvm/linux-x86_64/";

    /** A file to unpack. */
    private record Part(String entry, String target, String mode) {}

    private static final List<Part> PARTS =
            List.of(
                    new Part("clang", Toolchain.CLANG, "r-x------"),
                    new Part("llvm-link", Toolchain.LINKER, "r-x------"),
                    new Part("libLLVM.so", "lib/libLLVM.so.20.1", "r-x------"),
                    new Part("libclang-cpp.so", "lib/libclang-cpp.so.20.1", "r-x------"),
                    new Part(
                            "lib/clang/20/include/opencl-c-base.h",
                            "lib/clang/20/include/opencl-c-base.h",
                            "r--------"));

    /**
     * Finds the jar.
     *
     * @param named the jar that the settings name; null for the one on the class path
     */
    static ToolchainJar find(@Nullable Path named) throws BuildFailedException {
        if (named != null) {
            if (!Files.isReadable(named)) {
                throw new BuildFailedException(
                        CompilerSettings.JAR_VARIABLE
                                + " names "
                                + named
                                + ", which cannot be read; name the jar of "
                                + ARTIFACT);
            }
            return new ToolchainJar(named);
        }
        URL found = ToolchainJar.class.getClassLoader().getResource(FOLDER + "clang");
        if (found == null) {
            throw new BuildFailedException(
                    "clang, which compiles kernels from source, is not on the class path: add the"
                            + " artifact "
                            + ARTIFACT
                            + " to it (the module path does not serve), or name its jar in "
                            + CompilerSettings.JAR_VARIABLE);
        }
        return new ToolchainJar(jarOf(found));
    }

    /** Fails where the programs in the jar do not run. */
    static void requirePlatform() throws BuildFailedException {
        String system = System.getProperty("os.name", "");
        String processor = System.getProperty("os.arch", "");
        if (!system.equals("Linux") || !processor.equals("amd64")) {
            throw new BuildFailedException(
                    "kernels are compiled from source on Linux on x86-64 only, and this is "
                            + system
                            + " on "
                            + processor.toLowerCase(Locale.ROOT)
                            + "; compile them elsewhere, and load PTX here");
        }
    }

    private static Path jarOf(URL entry) throws BuildFailedException {
        try {
            if (entry.openConnection() instanceof JarURLConnection connection) {
                return Path.of(connection.getJarFileURL().toURI());
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            throw new BuildFailedException("the jar of " + entry + " is not a file", e);
        }
        throw new BuildFailedException(
                "the compiler at "
                        + entry
                        + " does not lie in a jar of its own; keep the jar of "
                        + ARTIFACT
                        + " as it is");
    }

    /** Returns a text that is equal only for equal contents: names, sizes and check sums. */
    String fingerprint() throws IOException {
        StringBuilder text = new StringBuilder();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (Part part : PARTS) {
                ZipEntry entry = entry(zip, part);
                text.append(part.target()).append(' ').append(entry.getSize()).append(' ');
                text.append(Long.toHexString(entry.getCrc())).append('\n');
            }
        }
        return text.toString();
    }

    /** Writes the parts to a folder; a part that is damaged fails. */
    void unpack(Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (Part part : PARTS) {
                Path target = folder.resolve(part.target());
                Files.createDirectories(target.getParent());
                try (InputStream in = zip.getInputStream(entry(zip, part))) {
                    Files.copy(in, target);
                }
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(part.mode()));
            }
        }
    }

    private ZipEntry entry(ZipFile zip, Part part) throws IOException {
        ZipEntry entry = zip.getEntry(FOLDER + part.entry());
        if (entry == null) {
            throw new IOException(
                    file
                            + " has no "
                            + FOLDER
                            + part.entry()
                            + "; it is not the jar of "
                            + ARTIFACT);
        }
        return entry;
    }
}
