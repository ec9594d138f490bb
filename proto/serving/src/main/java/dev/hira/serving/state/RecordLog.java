package dev.hira.serving.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of records in a file. Records are appended; from time to time the owner writes a shorter
 * file that takes the place of the old one. The process may be killed at any moment: a file then
 * has all records that {@link #append} has returned for, and perhaps one that it has not returned
 * for.
 *
 * <p>Belongs to one thread at a time. The folder must be locked ({@link StateFolder}).
 */
public final class RecordLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordLog.class);
    private final Path file;
    private final int kind;
    private final Disk disk;
    private final long removed;

    /** Whether records outlive the machine. */
    private final boolean durable;

    private FileChannel channel;
    private long end;

    /** Why nothing can be appended; empty while it can. */
    private String broken = "";

    private RecordLog(
            Path file,
            int kind,
            Disk disk,
            boolean durable,
            FileChannel channel,
            long end,
            long removed) {
        this.durable = durable;
        this.file = file;
        this.kind = kind;
        this.disk = disk;
        this.channel = channel;
        this.end = end;
        this.removed = removed;
    }

    /**
     * Opens a log, reads its records, and removes an incomplete one at its end. A missing file
     * becomes an empty log.
     *
     * @param kind tells logs of different content apart
     * @throws DamagedFileException when the file is damaged in another way, or is refused by the
     *     reader; it is not changed
     * @throws UncheckedIOException when the file cannot be read or written, or is a symbolic link
     */
    public static RecordLog open(Path file, int kind, RecordReader reader) {
        return open(file, kind, reader, Disk.SYSTEM);
    }

    /**
     * Opens a log as {@link #open} does whose records outlive the process, but not the machine:
     * nothing waits for the disk.
     */
    public static RecordLog openVolatile(Path file, int kind, RecordReader reader) {
        return open(file, kind, reader, Disk.SYSTEM, false);
    }

    static RecordLog open(Path file, int kind, RecordReader reader, Disk disk) {
        return open(file, kind, reader, disk, true);
    }

    private static RecordLog open(
            Path file, int kind, RecordReader reader, Disk disk, boolean durable) {
        try {
            StateFolder.requireNoLink(file);
            Files.deleteIfExists(next(file));
            if (!Files.exists(file)) {
                put(file, kind, disk, durable, _ -> {}).close();
                if (durable) {
                    StateFolder.syncEntry(file);
                }
            }
            FileChannel channel = disk.open(file);
            try {
                long size = channel.size();
                long end = read(file, kind, channel, reader);
                if (end < size) {
                    LOG.atWarn()
                            .addKeyValue("file", file)
                            .addKeyValue("offset", end)
                            .addKeyValue("bytes", size - end)
                            .log("removed a record that was written only in part");
                }
                return new RecordLog(file, kind, disk, durable, channel, end, size - end);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be used: " + e, e);
        }
    }

    /** Reads all records again. */
    public void read(RecordReader reader) {
        try {
            scan(file, kind, channel, end, reader);
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be read: " + e, e);
        }
    }

    private static long read(Path file, int kind, FileChannel channel, RecordReader reader)
            throws IOException {
        long size = channel.size();
        if (size > Integer.MAX_VALUE) {
            throw new DamagedFileException(file, size, "the file is larger than 2 GiB");
        }
        long end = scan(file, kind, channel, size, reader);
        if (end < size) {
            channel.truncate(end);
            channel.force(true);
        }
        return end;
    }

    private static long scan(
            Path file, int kind, FileChannel channel, long size, RecordReader reader)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, size, arena).asByteBuffer();
            return new RecordScan(file, bytes).run(kind, reader);
        }
    }

    /** Returns the length of the file in bytes. */
    public long bytes() {
        return end;
    }

    /** Returns the number of bytes of an incomplete record that was removed from the file's end. */
    long removed() {
        return removed;
    }

    /**
     * Appends a record. When this returns, the record outlives the process, and the machine unless
     * the log is volatile.
     *
     * @throws UncheckedIOException when it could not be written; then the log is as before
     */
    public void append(int recordKind, int version, byte[] content) {
        if (!broken.isEmpty()) {
            throw new UncheckedIOException(new IOException(broken));
        }
        ByteBuffer record = RecordLayout.record(recordKind, version, content);
        try {
            write(channel, record, end);
            end += record.limit();
        } catch (IOException e) {
            takeBack(e);
            throw failure(e);
        }
        if (!durable) {
            return;
        }
        try {
            channel.force(false);
        } catch (IOException e) {
            // Nothing is known about the file's pages now: a second attempt could seem to succeed.
            broken = unusable("the disk has failed", e);
            throw failure(e);
        }
    }

    private void takeBack(IOException cause) {
        try {
            channel.truncate(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
            broken = unusable("it has an incomplete record at its end", cause);
        }
    }

    private String unusable(String why, IOException cause) {
        return "the file "
                + file
                + " takes no records any longer, since "
                + why
                + " ("
                + cause
                + "); restart the process";
    }

    private UncheckedIOException failure(IOException e) {
        return new UncheckedIOException("the file " + file + " cannot be written: " + e, e);
    }

    /**
     * Replaces all records. The file has either the old ones or the new ones at any moment.
     *
     * @throws UncheckedIOException when they could not be written; then the log is as before
     */
    public void rewrite(RecordSink.Writer writer) {
        try {
            FileChannel fresh = put(file, kind, disk, durable, writer);
            FileChannel old = channel;
            channel = fresh;
            end = fresh.size();
            broken = "";
            old.close();
        } catch (IOException e) {
            throw failure(e);
        }
        if (durable) {
            syncName();
        }
    }

    /**
     * Makes the file's name durable; until then the machine's failure would bring the old file
     * back.
     */
    private void syncName() {
        try {
            StateFolder.syncEntry(file);
        } catch (IOException e) {
            broken = unusable("its folder could not be written", e);
            throw failure(e);
        }
    }

    /** Writes a file and puts it in place of the one there. */
    private static FileChannel put(
            Path file, int kind, Disk disk, boolean durable, RecordSink.Writer writer)
            throws IOException {
        Path next = next(file);
        FileChannel channel = disk.open(next);
        try {
            BufferedRecords records = new BufferedRecords(channel);
            writer.write(records);
            records.flush();
            write(channel, RecordLayout.header(kind, records.end()), 0);
            if (durable) {
                channel.force(true);
            }
            Files.move(
                    next,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            Files.deleteIfExists(next);
            throw e;
        }
    }

    private static Path next(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long to = at;
        while (bytes.hasRemaining()) {
            to += channel.write(bytes, to);
        }
    }

    @Override
    public void close() {
        broken = "the file " + file + " is closed";
        try {
            channel.close();
        } catch (IOException e) {
            // All records have been written already.
        }
    }

    /** Opens files, for reading and writing, and creates those that are missing. */
    @FunctionalInterface
    interface Disk {
        Disk SYSTEM =
                file ->
                        FileChannel.open(
                                file,
                                Set.of(
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.READ,
                                        StandardOpenOption.WRITE,
                                        LinkOption.NOFOLLOW_LINKS),
                                PosixFilePermissions.asFileAttribute(
                                        PosixFilePermissions.fromString("rw-------")));

        FileChannel open(Path file) throws IOException;
    }
}
