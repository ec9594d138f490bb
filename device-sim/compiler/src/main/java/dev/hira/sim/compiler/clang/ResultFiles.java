package dev.hira.sim.compiler.clang;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Files with the compiler's outputs, one for each digest. A file's name is the digest of what the
 * output depends on; its first line has the digest of its contents, so that a damaged file counts
 * as missing. Files that were not used for the longest time are deleted when all together exceed a
 * size, or when the file system has little room.
 */
final class ResultFiles {
    private static final Logger LOG = System.getLogger(ResultFiles.class.getName());
    private static final int WRITES_BETWEEN_PRUNES = 64;
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    /** Bytes that results leave free for the sources of compilers that run. */
    private static final long FREE_FOR_RUNS = 16L << 20;

    private final Path folder;
    private final long mostBytes;
    private final InstantSource clock;
    private final LongSupplier free;

    @GuardedBy("this")
    private int writes;

    @GuardedBy("this")
    private Instant nextWarning = Instant.MIN;

    /**
     * Results in a folder.
     *
     * @param free gives the bytes that are free on the folder's file system
     */
    ResultFiles(Path folder, long mostBytes, InstantSource clock, LongSupplier free) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.clock = clock;
        this.free = free;
    }

    /**
     * Returns the free bytes of a folder's file system; if it does not tell, as many as possible.
     */
    static long free(File folder) {
        return folder.getTotalSpace() == 0 ? Long.MAX_VALUE : folder.getUsableSpace();
    }

    Optional<BuildCache.Output> read(String key) {
        Path file = folder.resolve(key);
        try {
            String[] parts = Files.readString(file).split("\n", 3);
            if (parts.length < 3 || !parts[0].equals(Digests.sha256(parts[1], parts[2]))) {
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            int log = Integer.parseInt(parts[1]);
            String both = parts[2];
            return Optional.of(new BuildCache.Output(both.substring(log), both.substring(0, log)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Keeps an output if there is room; without it, later builds are only slower. */
    void write(String key, BuildCache.Output output) {
        try {
            PrivateFolders.ensure(folder);
            byte[] bytes = encoded(output);
            makeRoom(bytes.length + FREE_FOR_RUNS);
            HalfFiles.write(folder.resolve(key), bytes);
        } catch (IOException e) {
            warn(e);
        }
    }

    private static byte[] encoded(BuildCache.Output output) {
        String length = Integer.toString(output.log().length());
        String both = output.log() + output.text();
        String head = Digests.sha256(length, both) + "\n" + length + "\n";
        return (head + both).getBytes(StandardCharsets.UTF_8);
    }

    private synchronized void makeRoom(long bytes) throws IOException {
        long missing = bytes - free.getAsLong();
        if (missing > 0 || writes % WRITES_BETWEEN_PRUNES == 0) {
            HalfFiles.deleteAbandoned(folder, clock.instant());
            prune(missing);
        }
        writes++;
        if (missing > 0 && free.getAsLong() < bytes) {
            throw new IOException(
                    (free.getAsLong() >> 20)
                            + " MiB are free on its file system; a result is kept if "
                            + (FREE_FOR_RUNS >> 20)
                            + " MiB stay free");
        }
    }

    private synchronized void warn(IOException reason) {
        Instant now = clock.instant();
        if (now.isBefore(nextWarning)) {
            return;
        }
        nextWarning = now.plus(BETWEEN_WARNINGS);
        LOG.log(
                Level.WARNING,
                "a result of the compiler is not kept in {0}, so such programs are compiled each"
                        + " time: {1}",
                folder,
                String.valueOf(reason.getMessage()));
    }

    /** Something that needs room in the compiler's folder. */
    interface Attempt<T> {
        T make() throws IOException;
    }

    /** Makes something; if that fails for want of room, results make room for a second attempt. */
    <T> T withRoom(Attempt<T> attempt) throws IOException {
        try {
            return attempt.make();
        } catch (IOException e) {
            if (!lacksRoom(e) || !pruneAll(e)) {
                throw e;
            }
            return attempt.make();
        }
    }

    private boolean lacksRoom(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return free.getAsLong() < FREE_FOR_RUNS
                || message.contains("No space left on device")
                || message.contains("Disk quota exceeded");
    }

    /** Deletes all results, because of a failure. Returns whether it deleted any. */
    private boolean pruneAll(IOException failure) {
        try {
            return prune(Long.MAX_VALUE);
        } catch (IOException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    private record Entry(Path file, long bytes, FileTime used) {}

    /**
     * Deletes the least recently used results, until the other results are within the limit and the
     * missing bytes are free. Returns whether it deleted any.
     */
    private synchronized boolean prune(long missing) throws IOException {
        List<Entry> all = entries();
        long bytes = all.stream().mapToLong(Entry::bytes).sum();
        long most = Math.min(mostBytes, bytes - missing);
        boolean deleted = false;
        for (Entry entry : all) {
            if (bytes <= most) {
                break;
            }
            deleted |= Files.deleteIfExists(entry.file());
            bytes -= entry.bytes();
        }
        return deleted;
    }

    /** Returns the complete results, the least recently used one first. */
    private List<Entry> entries() throws IOException {
        List<Entry> all = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return all;
        }
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(folder, ResultFiles::isResult)) {
            for (Path file : HalfFiles.list(files)) {
                add(file, all);
            }
        }
        all.sort(Comparator.comparing(Entry::used));
        return all;
    }

    private static void add(Path file, List<Entry> all) throws IOException {
        try {
            all.add(new Entry(file, Files.size(file), Files.getLastModifiedTime(file)));
        } catch (NoSuchFileException e) {
            LOG.log(Level.DEBUG, "another process deletes results meanwhile", e);
        }
    }

    private static boolean isResult(Path file) {
        return !String.valueOf(file.getFileName()).startsWith(HalfFiles.PREFIX);
    }
}
