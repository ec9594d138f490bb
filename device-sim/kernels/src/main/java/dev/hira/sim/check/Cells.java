package dev.hira.sim.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last accesses to the cells of memory: for each cell its last writer and some readers since.
 * When whole warps and blocks meet, the readers kept stand for all others. After meetings of some
 * lanes or warps only, races with other readers may be missed. Cells take host memory for writers,
 * readers or both when the first of them comes.
 */
final class Cells {
    private static final int WARP_SHIFT = 5;
    private static final int WORD_SHIFT = 2;
    private static final int[] NONE = {};

    private final Moments moments;

    /** The bytes of a cell as a shift: those of a word, or one byte. */
    private final int shift;

    private final int count;

    /** The most readers that are kept for a cell. */
    private final int readers;

    /** Whether the memory belongs to one block at a time. */
    private final boolean ofBlock;

    private final CellBudget budget;

    /** The moment of the last write of each cell, or 0; null while there is none. */
    private long @Nullable [] written;

    private int[] writtenBy = NONE;

    /** The moments of reads of each cell. */
    private long @Nullable [] read;

    private int[] readBy = NONE;

    /** For each cell the meeting since which it has no room for another reader, or 0. */
    private long @Nullable [] full;

    private Cells(
            Moments moments,
            int shift,
            int count,
            int readers,
            boolean ofBlock,
            CellBudget budget) {
        this.moments = moments;
        this.shift = shift;
        this.count = count;
        this.readers = readers;
        this.ofBlock = ofBlock;
        this.budget = budget;
    }

    /** Creates cells for so many bytes of a block's memory, one for each word. */
    static Cells ofBlock(Moments moments, int bytes, int readers) {
        return new Cells(moments, WORD_SHIFT, words(bytes), readers, true, CellBudget.UNLIMITED);
    }

    /**
     * Creates cells for so many bytes that all blocks share, one for each word.
     *
     * @param budget of the host memory that they take
     */
    static Cells ofGrid(Moments moments, int bytes, int readers, CellBudget budget) {
        return new Cells(moments, WORD_SHIFT, words(bytes), readers, false, budget);
    }

    private static int words(int bytes) {
        return (bytes + (1 << WORD_SHIFT) - 1) >> WORD_SHIFT;
    }

    /** Returns whether cells of a word are too coarse for an access of so many bytes. */
    boolean tooCoarse(int bytes) {
        return bytes >> shift == 0;
    }

    /** Forgets the accesses to the cells of some bytes. */
    void clear(int from, int to) {
        int first = from >> shift;
        int end = ((to - 1) >> shift) + 1;
        if (written != null) {
            Arrays.fill(written, first, end, 0);
        }
        if (read != null) {
            Arrays.fill(read, first * readers, end * readers, 0);
        }
        if (full != null) {
            Arrays.fill(full, first, end, 0);
        }
    }

    /**
     * Returns the same accesses with a cell for each byte, which replace these; null when there is
     * no room for them.
     */
    @Nullable Cells fine() {
        long slots = (written == null ? 0 : count) + (read == null ? 0 : (long) count * readers);
        long bytes = slots * (Long.BYTES + Integer.BYTES);
        if (!budget.take(bytes << shift)) {
            return null;
        }
        budget.give(bytes);
        Cells fine = new Cells(moments, 0, count << shift, readers, ofBlock, budget);
        if (written != null) {
            fine.written = new long[fine.count];
            fine.writtenBy = new int[fine.count];
            for (int i = 0; i < fine.count; i++) {
                fine.written[i] = written[i >> shift];
                fine.writtenBy[i] = writtenBy[i >> shift];
            }
        }
        if (read != null) {
            int all = fine.count * readers;
            fine.read = new long[all];
            fine.readBy = new int[all];
            for (int i = 0; i < all; i++) {
                int from = ((i / readers) >> shift) * readers + i % readers;
                fine.read[i] = read[from];
                fine.readBy[i] = readBy[from];
            }
        }
        return fine;
    }

    private long @Nullable [] writes() {
        if (written == null && budget.take((long) count * (Long.BYTES + Integer.BYTES))) {
            written = new long[count];
            writtenBy = new int[count];
        }
        return written;
    }

    private long @Nullable [] reads() {
        int all = count * readers;
        if (read == null && budget.take((long) all * (Long.BYTES + Integer.BYTES))) {
            read = new long[all];
            readBy = new int[all];
        }
        return read;
    }

    /**
     * An earlier access that races with the present one.
     *
     * @param inStep whether the step of a warp orders the two, which PTX does not promise
     */
    record Earlier(long block, int thread, boolean wrote, int at, boolean inStep) {}

    /** Records an access to bytes; returns an earlier access that races with it, or null. */
    @Nullable Earlier enter(int at, int bytes, Visit visit) {
        int first = at >> shift;
        int last = (at + bytes - 1) >> shift;
        if (first == last) {
            return enter(first, visit);
        }
        Earlier found = null;
        for (int cell = first; cell <= last; cell++) {
            Earlier one = enter(cell, visit);
            found = found == null ? one : found;
        }
        return found;
    }

    private @Nullable Earlier enter(int cell, Visit visit) {
        Earlier found = null;
        long last = written == null ? 0 : here(written[cell], visit);
        if (last != 0 && visit.races(last, writtenBy[cell]) && (!visit.writes || visit.changes())) {
            found = earlier(last, true, writtenBy[cell], visit);
        }
        if (!visit.writes) {
            read(cell, last, visit);
            return found;
        }
        long[] reads = read;
        if (reads != null) {
            int end = (cell + 1) * readers;
            for (int slot = cell * readers; slot < end; slot++) {
                long then = here(reads[slot], visit);
                if (then != 0 && found == null && visit.races(then, readBy[slot])) {
                    found = earlier(then, false, readBy[slot], visit);
                }
                reads[slot] = 0;
            }
        }
        if (full != null) {
            full[cell] = 0;
        }
        long[] writes = writes();
        if (writes != null) {
            writes[cell] = visit.moment;
            writtenBy[cell] = visit.mark;
        }
        return found;
    }

    /** Returns a moment, or 0 when it is of a block whose memory this was before. */
    private long here(long then, Visit visit) {
        return ofBlock && moments.block(then) != moments.block(visit.moment) ? 0 : then;
    }

    private Earlier earlier(long then, boolean wrote, int mark, Visit visit) {
        return new Earlier(
                moments.block(then),
                moments.thread(then),
                wrote,
                Visit.at(mark),
                visit.followsInStep(then));
    }

    /**
     * Records a reader in a free slot, or in place of one that need not be kept; otherwise drops
     * it. Threads that read after the same meeting have the same knowledge, so two of a warp stand
     * for their warp if there is no room for more: the next writer knows at most itself.
     *
     * @param last the moment of the last write, or 0
     */
    private void read(int cell, long last, Visit visit) {
        if (full != null && full[cell] == visit.meeting) {
            return;
        }
        if (last == visit.moment && Visit.isWeak(writtenBy[cell])) {
            return; // a race with this read is a race with the thread's own write as well
        }
        long[] reads = reads();
        if (reads == null) {
            return;
        }
        int warp = moments.thread(visit.moment) >> WARP_SHIFT;
        int near = 0;
        int first = cell * readers;
        int free = -1;
        for (int slot = first; slot < first + readers; slot++) {
            long then = here(reads[slot], visit);
            if (then == visit.moment) {
                return;
            }
            if (then != 0 && moments.meeting(then) == visit.meeting) {
                near += moments.thread(then) >> WARP_SHIFT == warp ? 1 : 0;
            } else if (free < 0 && (then == 0 || visit.knows(then))) {
                free = slot;
            }
        }
        if (free < 0 && near > 1) {
            return;
        }
        int slot = free >= 0 ? free : replaceable(reads, first);
        if (slot >= 0) {
            reads[slot] = visit.moment;
            readBy[slot] = visit.mark;
        } else {
            fill(cell, visit);
        }
    }

    /** Drops all further readers that have met when this one has. */
    private void fill(int cell, Visit visit) {
        if (full == null && budget.take((long) count * Long.BYTES)) {
            full = new long[count];
        }
        if (full != null) {
            full[cell] = visit.meeting;
        }
    }

    /** Returns the slot of a reader that another one of its warp stands for, or -1. */
    private int replaceable(long[] reads, int first) {
        for (int slot = first + 1; slot < first + readers; slot++) {
            for (int other = first; other < slot; other++) {
                if (alike(reads[slot], reads[other])) {
                    return slot;
                }
            }
        }
        return -1;
    }

    private boolean alike(long one, long other) {
        return moments.block(one) == moments.block(other)
                && moments.thread(one) >> WARP_SHIFT == moments.thread(other) >> WARP_SHIFT;
    }
}
