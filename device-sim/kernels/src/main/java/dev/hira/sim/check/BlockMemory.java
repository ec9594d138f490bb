package dev.hira.sim.check;

import dev.hira.sim.run.BlockState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The written bytes of a block's shared memory and of its threads' local memory. */
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

    /** The marks of shared memory. */
    ByteMarks shared() {
        return shared;
    }

    /** The marks of a thread's local memory. */
    ByteMarks local(int thread) {
        ByteMarks bytes = local[thread];
        if (bytes == null) {
            bytes = new ByteMarks(0);
            local[thread] = bytes;
        }
        return bytes;
    }

    /** Copies the marks of a frame's bytes, written or not, with the bytes. */
    void copied(int thread, int from, int to, int bytes) {
        local(thread).copy(from, to, bytes);
    }
}
