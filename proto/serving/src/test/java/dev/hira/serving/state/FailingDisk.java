package dev.hira.serving.state;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A disk that can be full, or fail. */
final class FailingDisk implements RecordLog.Disk {
    private int space = Integer.MAX_VALUE;
    private boolean forces = true;

    void failWritesAfter(int bytes) {
        space = bytes;
    }

    void failForces() {
        forces = false;
    }

    void repair() {
        space = Integer.MAX_VALUE;
        forces = true;
    }

    @Override
    public FileChannel open(Path file) throws IOException {
        return new Channel(SYSTEM.open(file));
    }

    private final class Channel extends FileChannel {
        private final FileChannel real;

        Channel(FileChannel real) {
            this.real = real;
        }

        @Override
        public int write(ByteBuffer from, long position) throws IOException {
            if (space == 0) {
                throw new IOException("no space left");
            }
            int length = Math.min(space, from.remaining());
            int written = real.write(from.slice(from.position(), length), position);
            from.position(from.position() + written);
            space -= space == Integer.MAX_VALUE ? 0 : written;
            return written;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            if (!forces) {
                throw new IOException("input/output error");
            }
            real.force(metaData);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            return real.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public MemorySegment map(MapMode mode, long offset, long size, Arena arena)
                throws IOException {
            return real.map(mode, offset, size, arena);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            real.close();
        }

        @Override
        public int read(ByteBuffer dst) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] dsts, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer src) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] srcs, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel src, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer dst, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
