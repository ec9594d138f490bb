package dev.hira.sim.check;

import dev.hira.sim.run.BlockState;
import org.jspecify.annotations.Nullable;

/** The written bytes of a block's shared memory and of its threads' local memory. */
final class BlockMemory {
    private final ByteMarks shared;
    private final @Nullable ByteMarks[] local;

    /** The number of blocks that have begun, and which of them each thread's marks are of. */
    private int begun;

    private final int[] of;

    BlockMemory(BlockState block) {
        this.shared = new ByteMarks(block.shared.length);
        this.local = new ByteMarks[block.threads];
        this.of = new int[block.threads];
    }

    void begin() {
        shared.clear();
        begun++;
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
        } else if (of[thread] != begun) {
            bytes.clear();
        }
        of[thread] = begun;
        return bytes;
    }

    /** Copies the marks of a frame's bytes, written or not, with the bytes. */
    void copied(int thread, int from, int to, int bytes) {
        local(thread).copy(from, to, bytes);
    }
}
