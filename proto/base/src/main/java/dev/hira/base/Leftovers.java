package dev.hira.base;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Temporary files of processes that were killed before they could remove them. */
public final class Leftovers {
    /** The age from which a file belongs to no process that still runs: files live for moments. */
    private static final Duration AGE = Duration.ofMinutes(1);

    private Leftovers() {}

    /**
     * Removes files, or folders with one file, beside a new one of the same user that has the same
     * purpose. Leaves what cannot be removed.
     *
     * @param own the new file or folder, whose time is the present
     * @param glob the pattern of the names
     * @param inside the name of the file in a folder; empty: the names are those of files
     */
    public static void remove(Path own, String glob, String inside) {
        Path parent = own.toAbsolutePath().getParent();
        if (parent == null) {
            return;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, glob)) {
            Instant before = time(own).minus(AGE);
            for (Path each : all) {
                remove(each, own, before, inside);
            }
        } catch (IOException e) {
            // Leftovers do no harm.
        }
    }

    private static void remove(Path each, Path own, Instant before, String inside) {
        try {
            boolean isFolder = Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS);
            if (isFolder != inside.isEmpty()
                    && time(each).isBefore(before)
                    && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS)
                            .equals(Files.getOwner(own, LinkOption.NOFOLLOW_LINKS))) {
                if (isFolder) {
                    Files.deleteIfExists(each.resolve(inside));
                }
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // Another process removed it first, or it holds more.
        }
    }

    private static Instant time(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }
}
