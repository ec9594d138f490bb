package dev.hira.guest.call;

import dev.hira.link.shm.ArenaAllocator;
import dev.hira.link.shm.ArenaRange;
import dev.hira.link.shm.RegionSpace;
import dev.hira.link.shm.SharedRegion;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The arena in a file that guest, router and server map. */
public final class SharedArena implements PayloadArena {
    private final SharedRegion region;
    private final ArenaAllocator allocator;
    private final RegionSpace space;
    private final ConcurrentHashMap<Long, ArenaRange> ranges = new ConcurrentHashMap<>();

    public SharedArena(SharedRegion region) {
        this.region = region;
        this.allocator = new ArenaAllocator(region.segment());
        this.space = new RegionSpace(region);
    }

    @Override
    public MemorySegment memory() {
        return allocator.memory();
    }

    @Override
    public long allocate(long bytes) {
        ArenaRange range = allocator.tryAllocate(bytes);
        if (range == null) {
            return -1;
        }
        long offset = range.offset();
        if (!space.reserve(offset, bytes)) {
            range.close();
            return -1;
        }
        ranges.put(offset, range);
        return offset;
    }

    @Override
    public void free(long offset) {
        ArenaRange range = ranges.remove(offset);
        if (range != null) {
            range.close();
        }
    }

    @Override
    public @Nullable MemorySegment pin(long bytes) {
        MemorySegment pinned = allocator.tryPin(bytes);
        if (pinned != null && !space.reserve(allocator.offsetOf(pinned, 0), bytes)) {
            allocator.unpin(pinned);
            return null;
        }
        return pinned;
    }

    @Override
    public boolean unpin(MemorySegment memory) {
        return allocator.unpin(memory);
    }

    @Override
    public void close() {
        region.close();
    }
}
