package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Gathers small pieces of memory: a sink takes about as long for one piece as for ten pages. */
final class MemoryPack {
    /** The size from which on a piece travels by itself. */
    static final int ALONE_FROM = 64 << 10;

    private static final int BYTES = 256 << 10;

    private final MemorySegment content = Arena.ofAuto().allocate(BYTES);
    private final List<MemoryRange> ranges = new ArrayList<>();
    private long length;

    /** Adds a small piece; passes on those before it if they leave no room. */
    void add(long address, MemorySegment piece, StateSink sink) {
        if (piece.byteSize() > BYTES - length) {
            flush(sink);
        }
        content.asSlice(length, piece.byteSize()).copyFrom(piece);
        ranges.add(new MemoryRange(address, piece.byteSize()));
        length += piece.byteSize();
    }

    /** Passes on all pieces. */
    void flush(StateSink sink) {
        if (length > 0) {
            sink.memory(List.copyOf(ranges), content.asSlice(0, length).asReadOnly());
            ranges.clear();
            length = 0;
        }
    }
}
