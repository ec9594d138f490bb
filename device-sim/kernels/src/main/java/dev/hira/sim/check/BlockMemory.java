package dev.hira.sim.check;

import dev.hira.sim.run.BlockState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of a block's shared memory and of its threads' local memory that were written. */
final class BlockMemory {
    private final ByteMarks shared;
    private final @Nullable ByteMarks[] local;

    BlockMemory(BlockState block) {
        this.shared = new ByteMarks(block.shared.length);
        this.local = new ByteMarks[block.threads];
    }

    void begin() {
        shared.clear();
        Arrays.fill(local, null);
    }

    /** Those of the block. */
    ByteMarks shared() {
        return shared;
    }

    /** Those of a thread. */
    ByteMarks local(int thread) {
        ByteMarks bytes = local[thread];
        if (bytes == null) {
            bytes = new ByteMarks(0);
            local[thread] = bytes;
        }
        return bytes;
    }

    /** A frame's bytes get what others had, written or not. */
    void copied(int thread, int from, int to, int bytes) {
        local(thread).copy(from, to, bytes);
    }
}
