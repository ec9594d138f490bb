package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory for outputs and for inputs that arrived in pieces, used again and again within one
 * session. Pieces never go from one session to another, so a driver that fills an output only in
 * part shows the guest nothing but its own older bytes. Large pieces lie outside of the heap, so
 * that they go to a socket as they are. Safe for any number of threads.
 */
final class OutputPool {
    private static final int SMALLEST_LOG = 8;
    private static final int CLASSES = 31 - SMALLEST_LOG;

    /** Up to this size copying is cheaper than what it takes to lend. */
    private static final int SMALL_BYTES = 16 << 10;

    private final long keptAtMost;

    @GuardedBy("this")
    private final @Nullable Piece[] free = new Piece[CLASSES];

    @GuardedBy("this")
    private long kept;

    /**
     * @param keptAtMost how many bytes of unused pieces are kept
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

        /** Whether it is worth lending instead of copying. */
        boolean isLarge() {
            return bytes > SMALL_BYTES;
        }
    }

    /** A piece of at least so many bytes. */
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

    /** Takes a piece back that nobody uses any more. */
    synchronized void give(Piece piece) {
        if (piece.sizeClass >= CLASSES || kept + piece.bytes > keptAtMost) {
            return;
        }
        piece.next = free[piece.sizeClass];
        free[piece.sizeClass] = piece;
        kept += piece.bytes;
    }

    /** A large piece's first bytes as a buffer; the piece comes back when that is released. */
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

    /** How many bytes of unused pieces there are. */
    synchronized long kept() {
        return kept;
    }

    private static int sizeClass(int bytes) {
        int log = 32 - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
        return Math.max(0, log - SMALLEST_LOG);
    }
}
