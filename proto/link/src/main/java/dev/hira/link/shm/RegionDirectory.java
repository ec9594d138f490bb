package dev.hira.link.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The directory in which one process keeps its shared files. The process holds a lock on it while
 * it lives, so that a later process recognizes the directories of dead ones; a process id would not
 * do, because several containers may share the parent directory.
 */
public final class RegionDirectory implements AutoCloseable {
    /** The default parent directory of shared files. */
    public static final Path DEFAULT_PARENT = Path.of("/dev/shm");

    private static final String PREFIX = "hira-";
    private static final String LOCK = "owner.lock";
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final boolean group;
    private final RandomGenerator random;
    private final FileChannel lockFile;

    private RegionDirectory(
            Path directory, boolean group, RandomGenerator random, FileChannel lockFile) {
        this.directory = directory;
        this.group = group;
        this.random = random;
        this.lockFile = lockFile;
    }

    /**
     * Removes the directories that dead processes left in the parent, and creates one there.
     *
     * @param group whether members of this process's group may map the files too (mode 0660);
     *     otherwise only its user may (0600)
     * @param random names the files; must not be guessable
     */
    public static RegionDirectory open(Path parent, boolean group, RandomGenerator random)
            throws IOException {
        Files.createDirectories(parent);
        sweep(parent);
        Path directory =
                parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + name(random));
        Path absolute = directory.toAbsolutePath();
        OWN.add(absolute);
        Files.createDirectory(directory);
        Files.setPosixFilePermissions(
                directory, PosixFilePermissions.fromString(group ? "rwx--x---" : "rwx------"));
        return new RegionDirectory(absolute, group, random, lock(directory));
    }

    /** Takes the lock before the directory gets the name by which others look for it. */
    private static FileChannel lock(Path directory) throws IOException {
        Path unnamed = directory.resolve("new.lock");
        FileChannel lockFile =
                FileChannel.open(
                        unnamed,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(mode(false)));
        if (lockFile.tryLock() == null) {
            lockFile.close();
            throw new IOException(directory + " was locked by another process while it was made");
        }
        Files.move(unnamed, directory.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        return lockFile;
    }

    /** Creates a zeroed file and maps it. */
    public SharedRegion create(String purpose, long bytes) throws IOException {
        Path path = directory.resolve(purpose + "-" + name(random));
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(mode(false)));
        try {
            if (group) {
                Files.setPosixFilePermissions(path, mode(true));
            }
            return SharedRegion.created(path, channel, bytes);
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    public Path path() {
        return directory;
    }

    /** Removes the directory and its contents; mapped memory stays mapped. */
    @Override
    public void close() throws IOException {
        delete(directory);
        lockFile.close();
        OWN.remove(directory);
    }

    private static void sweep(Path parent) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : found) {
                if (!OWN.contains(directory.toAbsolutePath()) && isAbandoned(directory)) {
                    delete(directory);
                }
            }
        }
    }

    /**
     * Returns whether a directory has no owner: its lock is free. One that is being created or
     * belongs to another user counts as owned.
     */
    private static boolean isAbandoned(Path directory) {
        Path lock = directory.resolve(LOCK);
        if (!Files.isWritable(lock)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    private static void delete(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }

    private static Set<PosixFilePermission> mode(boolean group) {
        Set<PosixFilePermission> mode =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        if (group) {
            mode.add(PosixFilePermission.GROUP_READ);
            mode.add(PosixFilePermission.GROUP_WRITE);
        }
        return mode;
    }

    private static String name(RandomGenerator random) {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
