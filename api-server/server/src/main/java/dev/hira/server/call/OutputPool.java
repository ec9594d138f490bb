package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reusable memory of one session for outputs, and for inputs that arrived in parts. Memory never
 * moves between sessions, so a driver that fills an output only in part shows the guest only older
 * bytes of its own. Large pieces lie outside the heap, so that they reach a socket without a copy.
 * Safe for any number of threads.
 */
final class OutputPool {
    private static final int SMALLEST_LOG = 8;
    private static final int CLASSES = 31 - SMALLEST_LOG;

    /** The largest size for which copying is cheaper than lending. */
    private static final int SMALL_BYTES = 16 << 10;

    private final long keptAtMost;

    @GuardedBy("this")
    private final @Nullable Piece[] free = new Piece[CLASSES];

    @GuardedBy("this")
    private long kept;

    /**
     * Creates a pool.
     *
     * @param keptAtMost the most bytes of unused pieces to keep
     */
    OutputPool(long keptAtMost) {
        this.keptAtMost = keptAtMost;
    }

    /** A piece of memory in use. */
    static final class Piece {
        final MemorySegment memory;
        private final int bytes;
        private final int sizeClass;
        private @Nullable Piece next;

        private Piece(int sizeClass, int bytes) {
            this.sizeClass = sizeClass;
            this.bytes = bytes;
            memory =
                    bytes > SMALL_BYTES
                            ? MemorySegment.ofBuffer(ByteBuffer.allocateDirect(bytes))
                            : MemorySegment.ofArray(new byte[bytes]);
        }

        /** Whether lending is cheaper than copying. */
        boolean isLarge() {
            return bytes > SMALL_BYTES;
        }
    }

    /** Returns a piece with at least this many bytes. */
    Piece take(int bytes) {
        int sizeClass = sizeClass(bytes);
        if (sizeClass >= CLASSES) {
            return new Piece(CLASSES, bytes);
        }
        synchronized (this) {
            Piece piece = free[sizeClass];
            if (piece != null) {
                free[sizeClass] = piece.next;
                piece.next = null;
                kept -= piece.bytes;
                return piece;
            }
        }
        return new Piece(sizeClass, 1 << (sizeClass + SMALLEST_LOG));
    }

    /** Takes back an unused piece. */
    synchronized void give(Piece piece) {
        if (piece.sizeClass >= CLASSES || kept + piece.bytes > keptAtMost) {
            return;
        }
        piece.next = free[piece.sizeClass];
        free[piece.sizeClass] = piece;
        kept += piece.bytes;
    }

    /**
     * Returns a large piece's first bytes as a buffer; releasing the buffer gives the piece back.
     */
    ByteBuf lend(Piece piece, int length) {
        return new Lent(piece, length);
    }

    /** A piece's bytes on their way to the guest. */
    private final class Lent extends UnpooledDirectByteBuf {
        private final Piece piece;

        Lent(Piece piece, int length) {
            super(
                    UnpooledByteBufAllocator.DEFAULT,
                    piece.memory.asSlice(0, length).asByteBuffer(),
                    length);
            this.piece = piece;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            give(piece);
        }
    }

    /** The bytes of unused pieces. */
    synchronized long kept() {
        return kept;
    }

    private static int sizeClass(int bytes) {
        int log = 32 - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
        return Math.max(0, log - SMALLEST_LOG);
    }
}
