package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * An unpacked compiler. Its folder is named by the contents, and appears by a rename once it is
 * complete, so that processes which start at the same time share it.
 *
 * @param folder where it lies
 * @param id names the contents
 */
public record Toolchain(Path folder, String id) {
    static final String CLANG = "bin/clang";
    static final String LINKER = "bin/llvm-link";

    /** The file that names the contents of a folder that was unpacked beforehand. */
    private static final String CONTENTS = "contents";

    private static final String HALF = "unpacking-";
    private static final int ID_LENGTH = 16;

    /** Threads of one process cannot wait for each other by the lock of a file. */
    private static final Object UNPACKING = new Object();

    /** Unpacks a jar into a cache folder, unless it has been. */
    public static Toolchain of(ToolchainJar jar, Path cache) throws BuildFailedException {
        try {
            String id = id(jar.fingerprint());
            Path folder = PrivateFolders.ensure(cache).resolve("clang-" + id);
            synchronized (UNPACKING) {
                unpackOnce(jar, cache, folder);
            }
            return new Toolchain(folder, id);
        } catch (IOException e) {
            throw new BuildFailedException(
                    "the compiler cannot be unpacked from "
                            + jar.file()
                            + " to "
                            + cache
                            + ": "
                            + reason(e, jar),
                    e);
        }
    }

    /** Returns why unpacking failed, in words: exceptions of files often have the path alone. */
    private static String reason(IOException failure, ToolchainJar jar) {
        if (!(failure instanceof FileSystemException one)
                || jar.file().toString().equals(one.getFile())) {
            return String.valueOf(failure.getMessage());
        }
        return one.getFile()
                + " cannot be created or written"
                + (one.getReason() == null ? "" : " (" + one.getReason() + ")")
                + "; name a folder that this user can write to in "
                + CompilerSettings.CACHE_VARIABLE;
    }

    private static String id(String contents) {
        return Digests.sha256(contents).substring(0, ID_LENGTH);
    }

    /** Unpacks a jar to a folder that {@link #in} opens later, and that may be moved. */
    public static void unpack(ToolchainJar jar, Path folder) throws IOException {
        jar.unpack(folder);
        Files.writeString(folder.resolve(CONTENTS), jar.fingerprint());
    }

    /** Opens a folder of {@link #unpack}. */
    public static Toolchain in(Path folder) throws BuildFailedException {
        try {
            return new Toolchain(folder, id(Files.readString(folder.resolve(CONTENTS))));
        } catch (IOException e) {
            throw new BuildFailedException(
                    CompilerSettings.JAR_VARIABLE
                            + " names the folder "
                            + folder
                            + ", which has no unpacked compiler",
                    e);
        }
    }

    private static void unpackOnce(ToolchainJar jar, Path cache, Path folder) throws IOException {
        try (FileChannel file =
                        FileChannel.open(
                                cache.resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            deleteAbandoned(cache);
            if (lock.isValid() && !Files.isDirectory(folder)) {
                Path half = PrivateFolders.fresh(cache, HALF);
                try {
                    jar.unpack(half);
                    Files.move(half, folder, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                    PrivateFolders.delete(half);
                    throw e;
                }
            }
        }
    }

    /** Deletes what processes left behind that ended while they unpacked. */
    private static void deleteAbandoned(Path cache) throws IOException {
        try (DirectoryStream<Path> halves = Files.newDirectoryStream(cache, HALF + "*")) {
            halves.forEach(PrivateFolders::delete);
        }
    }

    public Path clang() {
        return folder.resolve(CLANG);
    }

    Path linker() {
        return folder.resolve(LINKER);
    }

    /** Returns the folder of the headers that belong to the compiler. */
    Path headers() {
        return folder.resolve("lib/clang/20/include");
    }
}
