package dev.hira.server.call;

import dev.hira.link.shm.MemoryGuard;
import dev.hira.link.shm.SharedRegion;
import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.RuntimeCodes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * The session's arena as the server sees it: every access is checked against its bounds.
 *
 * <p>There are two views of the same bytes. The lasting view serves the guest's own pinned memory;
 * the driver knows it as pinned and reads it when a stream reaches the copy. The passing view
 * serves places that the guest uses for a single call; the driver treats it as pageable memory, so
 * it has read them by the time the call has been made.
 *
 * <p>A server that cannot map the arena has a mirror of it instead: memory of its own, to which the
 * router sends the bytes of inputs, and from which the server sends those of outputs.
 */
public final class GuestMemory {
    private final SharedRegion region;
    private final SharedRegion again;
    private final MemorySegment memory;
    private final MemorySegment passing;
    private final boolean isMirror;

    /**
     * Creates the arena.
     *
     * @param region the arena, which this closes
     * @param again the same arena, mapped a second time, which this closes too
     */
    private GuestMemory(SharedRegion region, SharedRegion again, boolean isMirror) {
        this.region = region;
        this.again = again;
        this.isMirror = isMirror;
        this.memory = region.segment();
        this.passing = again.segment();
    }

    /**
     * Maps the arena that a router offers.
     *
     * @throws IOException when it cannot be mapped
     */
    public static GuestMemory map(Path path, long bytes) throws IOException {
        return twice(SharedRegion.map(path, bytes), false);
    }

    /**
     * Creates a mirror of an arena.
     *
     * @throws IOException when this system has no memory for it
     */
    public static GuestMemory mirror(long bytes) throws IOException {
        return twice(SharedRegion.unnamed(bytes), true);
    }

    private static GuestMemory twice(SharedRegion region, boolean isMirror) throws IOException {
        try {
            return new GuestMemory(region, region.again(), isMirror);
        } catch (IOException | RuntimeException e) {
            region.close();
            throw e;
        }
    }

    /** Whether this is a mirror, so that the guest does not see these bytes. */
    public boolean isMirror() {
        return isMirror;
    }

    /** The memory that the driver must treat as pinned. */
    public MemorySegment lasting() {
        return memory;
    }

    /**
     * Returns a part of the arena.
     *
     * @param staged whether the guest uses it for this call only
     * @throws CallRefused when it does not lie inside
     */
    MemorySegment slice(int field, long offset, long bytes, boolean staged) {
        if (offset < 0 || bytes < 0 || offset > memory.byteSize() - bytes) {
            throw CallRefused.byServer(
                    RuntimeCodes.BAD_BUFFER,
                    "buffer "
                            + field
                            + " refers to "
                            + bytes
                            + " bytes at "
                            + offset
                            + " of an arena of "
                            + memory.byteSize()
                            + " bytes");
        }
        return (staged ? passing : memory).asSlice(offset, bytes);
    }

    MemoryGuard guard() {
        return region.guard();
    }

    /** Unmaps the arena. No access may be under way or follow. */
    public void close() {
        try (again) {
            region.close();
        }
    }
}
