package dev.hira.serving.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A folder of state, locked by the one process that uses it. */
public final class StateFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    /**
     * The folders that this process has open. The system's lock does not exclude the process that
     * holds it, and is lost when that process opens and closes the lock's file again.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Path real;
    private final FileChannel lock;

    private StateFolder(Path path, Path real, FileChannel lock) {
        this.path = path;
        this.real = real;
        this.lock = lock;
    }

    /**
     * Opens a folder, or creates it for this user only. The lock ends with the process, however it
     * ends.
     *
     * @throws UncheckedIOException when the folder cannot be used, or another process uses it
     */
    public static StateFolder open(Path path) {
        try {
            create(path);
            Path real = path.toRealPath();
            if (!OPEN.add(real)) {
                throw taken(LockOwner.current());
            }
            try {
                return new StateFolder(path, real, lock(real));
            } catch (IOException | RuntimeException e) {
                OPEN.remove(real);
                throw e;
            }
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new UncheckedIOException(
                    "the state directory " + path + " cannot be used: " + reason, e);
        }
    }

    private static void create(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        if (Files.exists(path)) {
            throw new IOException("it is a file; choose a directory, or a name that is free");
        }
        Files.createDirectories(
                path,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        syncEntry(path);
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        requireNoLink(folder.resolve(LOCK)),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        try {
            if (channel.tryLock() == null) {
                throw taken(LockOwner.read(channel));
            }
            LockOwner.current().write(channel);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns a file that is no symbolic link, through which another file would be overwritten. */
    static Path requireNoLink(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new IOException(
                    file + " is a symbolic link; replace the link by the file, or remove it");
        }
        return file;
    }

    private static IOException taken(LockOwner owner) {
        return new IOException(
                "it belongs to "
                        + owner.described()
                        + "; stop that process first, or choose another directory");
    }

    public Path path() {
        return path;
    }

    /** Returns the path of a file in this folder. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Makes the entry of a file in its folder durable. */
    static void syncEntry(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    /** Lets another process use the folder. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // The process's end closes it.
        }
        OPEN.remove(real);
    }
}
