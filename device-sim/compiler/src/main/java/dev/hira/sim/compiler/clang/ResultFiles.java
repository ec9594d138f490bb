package dev.hira.sim.compiler.clang;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Files with the compiler's outputs, one for each digest. A file's name is the digest of what the
 * output depends on; its first line has the digest of its contents, so that a damaged file counts
 * as missing. Files that were not used for the longest time are deleted when all together exceed a
 * size.
 */
final class ResultFiles {
    private static final Logger LOG = System.getLogger(ResultFiles.class.getName());
    private static final int WRITES_BETWEEN_PRUNES = 64;

    private final Path folder;
    private final long mostBytes;
    private final InstantSource clock;
    private final AtomicInteger writes = new AtomicInteger();

    ResultFiles(Path folder, long mostBytes, InstantSource clock) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.clock = clock;
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

    /** Keeps an output; a folder that cannot be written only makes later builds slower. */
    void write(String key, BuildCache.Output output) {
        try {
            PrivateFolders.ensure(folder);
            String length = Integer.toString(output.log().length());
            String both = output.log() + output.text();
            String head = Digests.sha256(length, both) + "\n" + length + "\n";
            Path half = Files.createTempFile(folder, "half-", "");
            Files.write(half, (head + both).getBytes(StandardCharsets.UTF_8));
            Files.move(half, folder.resolve(key), StandardCopyOption.ATOMIC_MOVE);
            if (writes.getAndIncrement() % WRITES_BETWEEN_PRUNES == 0) {
                prune();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a build was not kept in " + folder, e);
        }
    }

    private record Entry(Path file, long bytes, FileTime used) {}

    private void prune() throws IOException {
        List<Entry> all = new ArrayList<>();
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Entry entry = new Entry(file, Files.size(file), Files.getLastModifiedTime(file));
                all.add(entry);
                bytes += entry.bytes();
            }
        }
        all.sort(Comparator.comparing(Entry::used));
        for (Entry entry : all) {
            if (bytes <= mostBytes) {
                return;
            }
            Files.deleteIfExists(entry.file());
            bytes -= entry.bytes();
        }
    }
}
