package dev.hira.server.call;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.wire.shm.MemoryGuard;
import dev.hira.wire.shm.SharedRegion;
import java.lang.foreign.MemorySegment;

/** The session's arena as the server sees it: every access is checked against its bounds. */
public final class GuestMemory {
    private final SharedRegion region;
    private final MemorySegment memory;

    public GuestMemory(SharedRegion region) {
        this.region = region;
        this.memory = region.segment();
    }

    /**
     * A part of the arena.
     *
     * @throws CallRefused when it does not lie inside
     */
    MemorySegment slice(int field, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > memory.byteSize() - bytes) {
            throw new CallRefused(
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
        return memory.asSlice(offset, bytes);
    }

    MemoryGuard guard() {
        return region.guard();
    }

    /** Unmaps it. Only when nothing accesses it any more. */
    public void close() {
        region.close();
    }
}
