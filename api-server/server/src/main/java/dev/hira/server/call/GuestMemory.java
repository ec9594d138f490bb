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
 * <p>There are two views of the same bytes. In the lasting one lies the guest's own pinned memory,
 * and the driver is told that it is pinned, so it reads from there when a stream gets there. In the
 * passing one lie places that the guest has taken for a single call, which the driver takes for
 * pageable memory: it has read them when the call has been made.
 */
public final class GuestMemory {
    private final SharedRegion region;
    private final SharedRegion again;
    private final MemorySegment memory;
    private final MemorySegment passing;

    /**
     * @param region the arena, which this closes
     * @param again the same arena, mapped a second time, which this closes too
     */
    public GuestMemory(SharedRegion region, SharedRegion again) {
        this.region = region;
        this.again = again;
        this.memory = region.segment();
        this.passing = again.segment();
    }

    /**
     * The arena that a router offers.
     *
     * @throws IOException when it cannot be mapped
     */
    public static GuestMemory map(Path path, long bytes) throws IOException {
        SharedRegion region = SharedRegion.map(path, bytes);
        try {
            return new GuestMemory(region, SharedRegion.map(path, bytes));
        } catch (IOException | RuntimeException e) {
            region.close();
            throw e;
        }
    }

    /** What the driver is to treat as pinned. */
    public MemorySegment lasting() {
        return memory;
    }

    /**
     * A part of the arena.
     *
     * @param staged whether the guest has taken it for this call only
     * @throws CallRefused when it does not lie inside
     */
    MemorySegment slice(int field, long offset, long bytes, boolean staged) {
        if (offset < 0 || bytes < 0 || offset > memory.byteSize() - bytes) {
            throw CallRefused.byServer(
                    RuntimeCodes.BAD_BUFFER,
                    "buffer "
                            + field
                            + " is said to be "
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

    /** Unmaps it. Only when nothing accesses it any more. */
    public void close() {
        try (again) {
            region.close();
        }
    }
}
