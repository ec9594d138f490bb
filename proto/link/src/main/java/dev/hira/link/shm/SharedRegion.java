package dev.hira.link.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A file that is mapped by several processes. {@link RegionDirectory#create} makes it at one end
 * and {@link #map} maps it at the others.
 *
 * <p>Another process with the file may truncate it, after which an access raises {@link
 * InternalError}; so accesses belong inside {@link #guard}.
 */
public final class SharedRegion implements AutoCloseable {
    private static final int RESERVED_AT_ONCE = 256 << 10;

    private volatile Path path;
    private final FileChannel channel;
    private final Arena arena;
    private final MemorySegment segment;
    private final MemoryGuard guard = new MemoryGuard(this);
    private final boolean owner;
    private final AtomicBoolean linked;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedRegion(Path path, FileChannel channel, long bytes, boolean owner)
            throws IOException {
        this.path = path;
        this.channel = channel;
        this.owner = owner;
        this.linked = new AtomicBoolean(owner);
        this.arena = Arena.ofShared();
        this.segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }

    /** Wraps an empty file that {@link RegionDirectory} has just created. */
    static SharedRegion created(Path path, FileChannel channel, long bytes) throws IOException {
        return new SharedRegion(path, channel, bytes, true);
    }

    /**
     * Maps a file that another process created.
     *
     * @throws IOException if the file is missing, may not be opened, is not a plain file, or is
     *     smaller than {@code bytes}
     */
    public static SharedRegion map(Path path, long bytes) throws IOException {
        if (bytes <= 0) {
            throw new IOException(
                    path + " was offered with " + bytes + " bytes; it must have some");
        }
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    path + " is not a plain file here; share its directory to map it");
        }
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS));
        try {
            if (channel.size() < bytes) {
                throw new IOException(
                        path
                                + " has "
                                + channel.size()
                                + " bytes where "
                                + bytes
                                + " were offered");
            }
            return new SharedRegion(path, channel, bytes, false);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Creates zeroed memory of this process alone, which can be mapped {@linkplain #again again}.
     *
     * @throws IOException when this system has no such memory
     */
    public static SharedRegion unnamed(long bytes) throws IOException {
        FileChannel channel = UnnamedFile.create("hira-arena");
        try {
            return new SharedRegion(Path.of("unnamed memory"), channel, bytes, false);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Maps the same file once more. The other mapping needs a close of its own. */
    public SharedRegion again() throws IOException {
        return new SharedRegion(path, channel, size(), false);
    }

    public Path path() {
        return path;
    }

    public long size() {
        return segment.byteSize();
    }

    /** Returns the memory, accessible to all threads until {@link #close}. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the guard for accesses that must survive a peer's truncation of the file. */
    public MemoryGuard guard() {
        return guard;
    }

    /**
     * Zeroes a part that was never written, so that the file has real space there and no access to
     * it fails. An interrupted thread does this too, and stays interrupted; but an interruption
     * during the call makes this and all later reservations fail.
     *
     * @throws IOException when the file system has no space left; the text says where and how much
     */
    public void reserve(long offset, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, RESERVED_AT_ONCE));
        long at = offset;
        boolean interrupted = Thread.interrupted();
        try {
            while (at < offset + bytes) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), offset + bytes - at));
                at += channel.write(zeros, at);
            }
        } catch (ClosedChannelException e) {
            throw new IOException(
                    "a thread was interrupted while it reserved shared memory at " + path, e);
        } catch (IOException e) {
            throw new IOException(
                    "shared memory is full: "
                            + path
                            + " got "
                            + (at - offset)
                            + " of "
                            + bytes
                            + " bytes ("
                            + e.getMessage()
                            + "); enlarge the file system or lower memory.session",
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Removes the file's name, so that no other process can map it and nothing is left over if this
     * process dies; existing mappings stay. Only for the creator; idempotent.
     */
    public void unlink() throws IOException {
        if (linked.compareAndSet(true, false)) {
            Files.deleteIfExists(path);
        }
    }

    /**
     * Gives the file another name in its folder, which cannot be guessed, so that no process can
     * map it that is not told {@link #path} anew. Only for the creator, before {@link #unlink}.
     */
    public void hide() throws IOException {
        Path hidden = path.resolveSibling("hidden-" + UUID.randomUUID());
        Files.move(path, hidden, StandardCopyOption.ATOMIC_MOVE);
        path = hidden;
    }

    /**
     * Unmaps the memory and, at the creator, removes the file. Idempotent. Threads should have
     * stopped using the memory: an access at the same time gets an {@link IllegalStateException},
     * and the JVM may leave its thread interrupted.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            arena.close();
        } finally {
            release();
        }
    }

    private void release() {
        try (channel) {
            if (owner) {
                unlink();
            }
        } catch (IOException e) {
            System.getLogger(SharedRegion.class.getName())
                    .log(System.Logger.Level.WARNING, path + " could not be removed", e);
        }
    }
}
