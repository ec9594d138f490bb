package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that appear by a rename once they are complete. Until then a file has another name beside
 * the final one. A killed process leaves such files; other processes delete them after an hour,
 * which is longer than any write takes.
 */
final class HalfFiles {
    /** What names of incomplete files begin with. */
    static final String PREFIX = "half-";

    private static final Duration LONGEST_WRITE = Duration.ofHours(1);

    private HalfFiles() {}

    /** Writes a file, of which nothing is left if it cannot be written. */
    static Path write(Path file, byte[] bytes) throws IOException {
        Path half = Files.createTempFile(file.getParent(), PREFIX, "");
        try {
            Files.write(half, bytes);
            return Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /** Deletes the incomplete files in a folder that are older than an hour. */
    static void deleteAbandoned(Path folder, Instant now) throws IOException {
        FileTime oldest = FileTime.from(now.minus(LONGEST_WRITE));
        try (DirectoryStream<Path> halves = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path half : list(halves)) {
                if (isOlder(half, oldest)) {
                    Files.deleteIfExists(half);
                }
            }
        }
    }

    /** Returns the files in a folder. */
    static List<Path> list(DirectoryStream<Path> files) throws IOException {
        List<Path> all = new ArrayList<>();
        try {
            files.forEach(all::add);
            return all;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isOlder(Path file, FileTime than) throws IOException {
        try {
            return Files.getLastModifiedTime(file).compareTo(than) < 0;
        } catch (NoSuchFileException e) {
            return false; // its writer has renamed or deleted it meanwhile
        }
    }
}
