package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder in a cache for the workspaces of one process. The process locks a file in it as long
 * as it lives. The next process deletes folders without such a lock: processes that were killed
 * left them, with sources of guests.
 */
final class WorkFolder {
    private static final String PREFIX = "work-";
    private static final String LOCK = "lock";

    /** Guards the folders of a cache among the threads of this process. */
    private static final Object FOLDERS = new Object();

    private final Path folder;

    /** Locked until the process ends. */
    private final FileChannel lock;

    private WorkFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Makes a folder for this process, and deletes those of processes that are gone. */
    static WorkFolder open(Path cache) throws IOException {
        synchronized (FOLDERS) {
            try (FileChannel file = open(cache.resolve("work.lock"), StandardOpenOption.CREATE);
                    FileLock _ = file.lock()) {
                deleteAbandoned(cache);
                Path folder = PrivateFolders.fresh(cache, PREFIX);
                FileChannel lock = open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW);
                if (lock.tryLock() == null) {
                    throw new IOException("the new folder " + folder + " is locked");
                }
                return new WorkFolder(folder, lock);
            }
        }
    }

    private static FileChannel open(Path file, StandardOpenOption option) throws IOException {
        return FileChannel.open(file, option, StandardOpenOption.WRITE);
    }

    private static void deleteAbandoned(Path cache) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(cache, PREFIX + "*")) {
            for (Path each : all) {
                if (isAbandoned(each)) {
                    PrivateFolders.delete(each);
                }
            }
        }
    }

    private static boolean isAbandoned(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(LOCK))) {
            return Files.isDirectory(folder);
        }
        try (FileChannel file = open(folder.resolve(LOCK), StandardOpenOption.CREATE);
                FileLock free = file.tryLock()) {
            return free != null;
        } catch (OverlappingFileLockException e) {
            return false; // another compiler of this process has it
        }
    }

    /** Whether the folder is still there, for this process. */
    boolean isThere() {
        return lock.isOpen() && Files.isDirectory(folder);
    }

    Path folder() {
        return folder;
    }
}
