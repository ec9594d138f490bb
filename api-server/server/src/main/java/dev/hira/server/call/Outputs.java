package dev.hira.server.call;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The output buffers that one call has requested, until they leave with its reply. */
final class Outputs {
    private int count;
    private int[] fields = new int[2];
    private long[] valid = new long[2];
    private long[] arenaOffsets = new long[2];
    private BufferPool.@Nullable PooledBuffer[] buffers = new BufferPool.PooledBuffer[2];

    void clear(BufferPool pool) {
        for (int i = 0; i < count; i++) {
            BufferPool.PooledBuffer buffer = buffers[i];
            if (buffer != null) {
                pool.give(buffer);
                buffers[i] = null;
            }
        }
        count = 0;
    }

    MemorySegment addInArena(int field, long bytes, long offset, MemorySegment memory) {
        add(field, bytes, offset, null);
        return memory;
    }

    MemorySegment addPooled(int field, long bytes, BufferPool.PooledBuffer buffer) {
        add(field, bytes, 0, buffer);
        return buffer.memory.asSlice(0, bytes);
    }

    void filled(int field, long bytes) {
        for (int i = 0; i < count; i++) {
            if (fields[i] == field) {
                valid[i] = Math.max(0, Math.min(bytes, valid[i]));
                return;
            }
        }
        throw new IllegalStateException("the call has no output buffer " + field);
    }

    int count() {
        return count;
    }

    int field(int i) {
        return fields[i];
    }

    /** The number of valid bytes of an output. */
    long valid(int i) {
        return valid[i];
    }

    /** The offset in the arena of an output that has no buffer. */
    long arenaOffset(int i) {
        return arenaOffsets[i];
    }

    /** Hands over an output's buffer; null when the output lies in the arena. */
    BufferPool.@Nullable PooledBuffer takeBuffer(int i) {
        BufferPool.PooledBuffer buffer = buffers[i];
        buffers[i] = null;
        return buffer;
    }

    private void add(int field, long bytes, long offset, BufferPool.@Nullable PooledBuffer buffer) {
        if (count == fields.length) {
            fields = Arrays.copyOf(fields, count * 2);
            valid = Arrays.copyOf(valid, count * 2);
            arenaOffsets = Arrays.copyOf(arenaOffsets, count * 2);
            buffers = Arrays.copyOf(buffers, count * 2);
        }
        fields[count] = field;
        valid[count] = bytes;
        arenaOffsets[count] = offset;
        buffers[count++] = buffer;
    }
}
