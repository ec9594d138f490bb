package dev.hira.link.shm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.BitSet;

/**
 * Reserves a region's file space. A new file is sparse, and on a full file system the first access
 * to an unreserved page is a bus error. So each part is reserved, piece by piece, before its first
 * use; a failure is an ordinary error, and memory is used only as far as it is needed.
 */
public final class RegionSpace {
    private static final int PIECE = 256 << 10;

    private final SharedRegion region;

    @GuardedBy("this")
    private final BitSet reserved = new BitSet();

    @GuardedBy("this")
    private boolean told;

    /**
     * @param region a region without any part in use
     */
    public RegionSpace(SharedRegion region) {
        this.region = region;
    }

    /** Reserves the pieces that contain a part; false when the file system has no space left. */
    public synchronized boolean reserve(long offset, long bytes) {
        int last = (int) (Math.max(offset, offset + bytes - 1) / PIECE);
        int piece = reserved.nextClearBit((int) (offset / PIECE));
        while (piece <= last) {
            try {
                long start = (long) piece * PIECE;
                region.reserve(start, Math.min(PIECE, region.size() - start));
            } catch (IOException full) {
                tell(full);
                return false;
            }
            reserved.set(piece);
            piece = reserved.nextClearBit(piece);
        }
        return true;
    }

    @GuardedBy("this")
    private void tell(IOException full) {
        if (!told) {
            told = true;
            System.getLogger(RegionSpace.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            full.getMessage() + "; payloads travel in the stream instead");
        }
    }
}
