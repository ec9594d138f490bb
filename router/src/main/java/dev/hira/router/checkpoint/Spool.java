package dev.hira.router.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bounded place for checkpoints that need not outlive their router: files without names, which
 * the system deletes when they are closed or the router dies. Safe for any number of threads.
 */
public final class Spool {
    private final Path folder;
    private final long most;
    private final AtomicLong used = new AtomicLong();

    /**
     * @param folder made when it is missing
     * @param most most bytes of all files
     */
    public Spool(Path folder, long most) {
        this.folder = folder;
        this.most = most;
    }

    /** Creates an empty file; the caller closes it. */
    public SpoolFile create() throws IOException {
        try {
            Files.createDirectories(folder);
            Path name = Files.createTempFile(folder, "hira-", ".spool");
            try {
                return new SpoolFile(new RandomAccessFile(name.toFile(), "rw"));
            } finally {
                Files.delete(name);
            }
        } catch (IOException e) {
            throw new IOException(
                    "the folder " + folder + " for checkpoints takes no file: " + e, e);
        }
    }

    /** Returns the bytes of all files. */
    public long used() {
        return used.get();
    }

    private void take(int bytes) throws IOException {
        long after = used.addAndGet(bytes);
        if (after > most) {
            used.addAndGet(-bytes);
            throw new IOException(
                    "checkpoints of sessions have "
                            + (after - bytes)
                            + " of "
                            + most
                            + " allowed bytes, and "
                            + bytes
                            + " more were asked; see recovery.checkpoint.space");
        }
    }

    /** A file. One thread writes it; then any number may read it. */
    public final class SpoolFile implements WritableByteChannel {
        private final RandomAccessFile file;
        private final FileChannel channel;
        private long size;
        private boolean closed;

        private SpoolFile(RandomAccessFile file) {
            this.file = file;
            this.channel = file.getChannel();
        }

        /**
         * {@inheritDoc}
         *
         * @throws IOException when the spool is full
         */
        @Override
        public int write(ByteBuffer from) throws IOException {
            take(from.remaining());
            size += from.remaining();
            int written = 0;
            while (from.hasRemaining()) {
                written += channel.write(from);
            }
            return written;
        }

        /** Returns the bytes written so far. */
        public long size() {
            return size;
        }

        /** Reads the file from its beginning. */
        public InputStream read() {
            return new Content();
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        /** Deletes the file. Idempotent. */
        @Override
        public synchronized void close() {
            if (closed) {
                return;
            }
            closed = true;
            used.addAndGet(-size);
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("a checkpoint cannot be deleted: " + e, e);
            }
        }

        /** The content, by offsets, because several threads may read it. */
        private final class Content extends InputStream {
            private long at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int read = channel.read(ByteBuffer.wrap(into, offset, length), at);
                at += Math.max(0, read);
                return read;
            }
        }
    }
}
