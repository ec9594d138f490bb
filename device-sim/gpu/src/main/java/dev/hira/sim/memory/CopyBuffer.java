package dev.hira.sim.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory for copies that stay in a core's cache while they are examined and passed on. */
public final class CopyBuffer implements AutoCloseable {
    /** The most bytes of a piece of content. */
    public static final int BYTES = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(BYTES, 4096);

    MemorySegment copy(MemorySegment source) {
        MemorySegment copy = memory.asSlice(0, source.byteSize());
        copy.copyFrom(source);
        return copy;
    }

    @Override
    public void close() {
        arena.close();
    }
}
