package dev.hira.server.move;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import com.google.protobuf.ByteString;
import dev.hira.wire.v1.StatePiece;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Compresses the memory in pieces of state. Used by one thread at a time.
 *
 * <p>Level 1 of zstd passes incompressible memory at some gigabytes per second, and turns a piece
 * that repeats one value into 50 bytes.
 */
final class PiecePacker implements AutoCloseable {
    private static final int LEVEL = 1;

    private final Arena arena = Arena.ofShared();
    private final ZstdCompressCtx zstd = new ZstdCompressCtx();
    private final MemorySegment content = arena.allocate(StateOutlet.PIECE_BYTES);
    private final MemorySegment frame = arena.allocate(StateOutlet.PIECE_BYTES);

    PiecePacker() {
        zstd.setLevel(LEVEL);
    }

    /**
     * Puts memory into a piece, compressed if that saves bytes.
     *
     * @param memory at most {@link StateOutlet#PIECE_BYTES}; not read after this returns
     */
    void pack(MemorySegment memory, StatePiece.Builder piece) {
        int bytes = Math.toIntExact(memory.byteSize());
        content.copyFrom(memory);
        int packed = compress(bytes);
        if (packed < bytes) {
            piece.setContentBytes(bytes)
                    .setMemory(ByteString.copyFrom(frame.asByteBuffer(), packed));
        } else {
            piece.setMemory(ByteString.copyFrom(content.asByteBuffer(), bytes));
        }
    }

    /** Returns the bytes of the frame; as many as of the content when it would be longer. */
    private int compress(int bytes) {
        try {
            return zstd.compressDirectByteBuffer(
                    frame.asByteBuffer(), 0, bytes, content.asByteBuffer(), 0, bytes);
        } catch (ZstdException noRoom) {
            return bytes;
        }
    }

    @Override
    public void close() {
        zstd.close();
        arena.close();
    }
}
