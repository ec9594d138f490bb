package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory for outputs and for inputs that arrived in pieces, used again and again within one
 * session. Pieces never go from one session to another, so a driver that fills an output only in
 * part shows the guest nothing but its own older bytes. Safe for any number of threads.
 */
final class OutputPool {
    private static final int SMALLEST_LOG = 8;
    private static final int CLASSES = 31 - SMALLEST_LOG;

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
        final byte[] array;
        final MemorySegment memory;
        private final int sizeClass;
        private @Nullable Piece next;

        private Piece(int sizeClass, int bytes) {
            this.sizeClass = sizeClass;
            array = new byte[bytes];
            memory = MemorySegment.ofArray(array);
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
                kept -= piece.array.length;
                return piece;
            }
        }
        return new Piece(sizeClass, 1 << (sizeClass + SMALLEST_LOG));
    }

    /** Takes a piece back that nobody uses any more. */
    synchronized void give(Piece piece) {
        if (piece.sizeClass >= CLASSES || kept + piece.array.length > keptAtMost) {
            return;
        }
        piece.next = free[piece.sizeClass];
        free[piece.sizeClass] = piece;
        kept += piece.array.length;
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
