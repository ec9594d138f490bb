package dev.hira.guest.session;

import dev.hira.guest.call.PayloadArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An arena of a few ranges of equal size. */
final class TestArena implements PayloadArena {
    private final Arena lifetime = Arena.ofShared();
    private final MemorySegment memory;
    private final int placeBytes;
    private final ArrayDeque<Long> free = new ArrayDeque<>();
    private final Set<Long> taken = new HashSet<>();

    TestArena(int places, int placeBytes) {
        this.placeBytes = placeBytes;
        memory = lifetime.allocate((long) places * placeBytes, 64);
        for (long i = 0; i < places; i++) {
            free.add(i * placeBytes);
        }
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public synchronized long allocate(long bytes) {
        if (bytes > placeBytes || free.isEmpty()) {
            return -1;
        }
        long offset = free.remove();
        taken.add(offset);
        return offset;
    }

    @Override
    public synchronized void free(long offset) {
        if (!taken.remove(offset)) {
            throw new AssertionError("place " + offset + " was freed twice");
        }
        free.add(offset);
    }

    synchronized int taken() {
        return taken.size();
    }

    @Override
    public @Nullable MemorySegment pin(long bytes) {
        long offset = allocate(bytes);
        return offset < 0 ? null : memory.asSlice(offset, bytes);
    }

    @Override
    public boolean unpin(MemorySegment segment) {
        free(segment.address() - memory.address());
        return true;
    }

    @Override
    public void close() {
        lifetime.close();
    }
}
