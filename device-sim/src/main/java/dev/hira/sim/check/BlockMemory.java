package dev.hira.sim.check;

import dev.hira.sim.run.BlockState;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The bytes of a block's shared memory and of its threads' local memory that were written. */
final class BlockMemory {
    private final BitSet shared = new BitSet();
    private final @Nullable BitSet[] local;

    BlockMemory(BlockState block) {
        this.local = new BitSet[block.threads];
    }

    void begin() {
        shared.clear();
        Arrays.fill(local, null);
    }

    /** Those of the block. */
    BitSet shared() {
        return shared;
    }

    /** Those of a thread. */
    BitSet local(int thread) {
        BitSet bytes = local[thread];
        if (bytes == null) {
            bytes = new BitSet();
            local[thread] = bytes;
        }
        return bytes;
    }

    /** A frame's bytes get what others had, written or not. */
    void copied(int thread, int from, int to, int bytes) {
        BitSet all = local(thread);
        for (int i = 0; i < bytes; i++) {
            all.set(to + i, all.get(from + i));
        }
    }
}
