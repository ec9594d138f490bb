package dev.hira.server.move;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.hira.api.StateException;
import dev.hira.wire.v1.StatePiece;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Restores the compressed memory in pieces of state. Belongs to one thread, which closes it. */
final class PieceUnpacker implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final MemorySegment content = arena.allocate(StateOutlet.PIECE_BYTES);
    private final MemorySegment frame = arena.allocate(StateOutlet.PIECE_BYTES);

    /**
     * Returns the memory in a compressed piece, valid until the next call.
     *
     * @throws StateException when the piece does not hold what it says
     */
    MemorySegment unpack(StatePiece piece) {
        int bytes = piece.getContentBytes();
        ByteBuffer packed = piece.getMemory().asReadOnlyByteBuffer();
        int length = packed.remaining();
        if (bytes < 0 || bytes > StateOutlet.PIECE_BYTES || length > bytes) {
            throw new StateException(
                    "a piece has "
                            + length
                            + " compressed bytes for "
                            + Integer.toUnsignedString(bytes)
                            + " bytes of memory; a piece has at most "
                            + StateOutlet.PIECE_BYTES
                            + ", and compressing must save some");
        }
        frame.copyFrom(MemorySegment.ofBuffer(packed));
        int found = decompress(length, bytes);
        if (found != bytes) {
            throw new StateException(
                    "a piece holds " + found + " bytes of memory instead of " + bytes);
        }
        return content.asSlice(0, bytes).asReadOnly();
    }

    private int decompress(int length, int most) {
        try {
            return zstd.decompressDirectByteBuffer(
                    content.asByteBuffer(), 0, most, frame.asByteBuffer(), 0, length);
        } catch (ZstdException e) {
            throw new StateException(
                    "the memory in a piece is no valid zstd frame: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        zstd.close();
        arena.close();
    }
}
