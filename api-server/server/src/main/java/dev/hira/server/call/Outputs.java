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
    private OutputPool.@Nullable Piece[] pieces = new OutputPool.Piece[2];

    void clear(OutputPool pool) {
        for (int i = 0; i < count; i++) {
            OutputPool.Piece piece = pieces[i];
            if (piece != null) {
                pool.give(piece);
                pieces[i] = null;
            }
        }
        count = 0;
    }

    MemorySegment inArena(int field, long bytes, long offset, MemorySegment memory) {
        add(field, bytes, offset, null);
        return memory;
    }

    MemorySegment inPiece(int field, long bytes, OutputPool.Piece piece) {
        add(field, bytes, 0, piece);
        return piece.memory.asSlice(0, bytes);
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

    /** The offset in the arena of an output that has no piece. */
    long arenaOffset(int i) {
        return arenaOffsets[i];
    }

    /** Hands over an output's piece; null when the output lies in the arena. */
    OutputPool.@Nullable Piece takePiece(int i) {
        OutputPool.Piece piece = pieces[i];
        pieces[i] = null;
        return piece;
    }

    private void add(int field, long bytes, long offset, OutputPool.@Nullable Piece piece) {
        if (count == fields.length) {
            fields = Arrays.copyOf(fields, count * 2);
            valid = Arrays.copyOf(valid, count * 2);
            arenaOffsets = Arrays.copyOf(arenaOffsets, count * 2);
            pieces = Arrays.copyOf(pieces, count * 2);
        }
        fields[count] = field;
        valid[count] = bytes;
        arenaOffsets[count] = offset;
        pieces[count++] = piece;
    }
}
