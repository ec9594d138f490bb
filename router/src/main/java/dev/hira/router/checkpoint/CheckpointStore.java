package dev.hira.router.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The folder in which a router keeps checkpoints: of suspended VMs, and on their way to and from
 * operators. Only the router's user can read the files, because they hold the memory of VMs. All of
 * them go when they are {@linkplain Kept#close closed}. Safe for any number of threads.
 */
public final class CheckpointStore {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(
                    EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private static final String PREFIX = "hira-";
    private static final String SUFFIX = ".checkpoint";

    private final Path folder;
    private final RandomGenerator random;

    /**
     * @param folder made when it is missing
     * @param random names files; must not be guessable
     */
    public CheckpointStore(Path folder, RandomGenerator random) {
        this.folder = folder;
        this.random = random;
    }

    /** Creates an empty file; the caller closes it. */
    public Kept create() throws IOException {
        long id = random.nextLong();
        String name = PREFIX + HexFormat.of().toHexDigits(id) + SUFFIX;
        try {
            Files.createDirectories(folder);
            return new Kept(Files.createFile(folder.resolve(name), PRIVATE), id);
        } catch (IOException e) {
            throw new IOException(
                    "the folder " + folder + " for checkpoints takes no file: " + e, e);
        }
    }

    /** Returns the files that an earlier process has left in the folder. */
    public List<Kept> left() throws IOException {
        List<Kept> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all =
                    Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
                for (Path file : all) {
                    files.add(new Kept(file, 0));
                }
            }
        }
        return files;
    }

    /** A file in the folder. */
    public static final class Kept implements AutoCloseable {
        private final Path path;
        private final long id;

        private Kept(Path path, long id) {
            this.path = path;
            this.id = id;
        }

        public Path path() {
            return path;
        }

        /** Returns the random number that identifies the file. */
        public long id() {
            return id;
        }

        /** Opens the file for writing from its beginning. */
        public FileChannel openForWriting() throws IOException {
            return FileChannel.open(
                    path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }

        /** Deletes the file. Idempotent. */
        @Override
        public void close() {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "the checkpoint " + path + " cannot be deleted: " + e.getMessage(), e);
            }
        }
    }
}
