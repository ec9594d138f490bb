package dev.hira.sim.state;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers small pieces of memory in front of a sink: a sink takes about as long for one piece as
 * for ten pages.
 */
final class MemoryPack {
    /** The size from which on a piece travels by itself. */
    static final int ALONE_FROM = 64 << 10;

    private static final int BYTES = 256 << 10;

    private final MemorySegment content = Arena.ofAuto().allocate(BYTES);
    private final List<MemoryRange> ranges = new ArrayList<>();
    private long length;

    /** Adds a small piece; passes on those before it if they leave no room. */
    void add(long address, MemorySegment piece, MemoryChecksum checksum, StateSink sink) {
        if (piece.byteSize() > BYTES - length) {
            flush(checksum, sink);
        }
        content.asSlice(length, piece.byteSize()).copyFrom(piece);
        ranges.add(new MemoryRange(address, piece.byteSize()));
        length += piece.byteSize();
    }

    /** Passes on all pieces, and adds them to a checksum of all memory that is passed on. */
    void flush(MemoryChecksum checksum, StateSink sink) {
        if (length > 0) {
            long at = 0;
            for (MemoryRange range : ranges) {
                checksum.add(range.address(), content.asSlice(at, range.bytes()));
                at += range.bytes();
            }
            sink.memory(List.copyOf(ranges), content.asSlice(0, length).asReadOnly());
            ranges.clear();
            length = 0;
        }
    }
}
