package dev.hira.sim.check;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cells of device memory that a launch has accessed, and what its threads have published there.
 * A page has a cell for each word until somebody accesses less than a word of it. There are only so
 * many; what is accessed beyond is not watched.
 */
final class GlobalCells {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE = 1 << PAGE_SHIFT;
    private static final int READERS = 2;
    private static final int WORD = 4;

    private final long most;

    @GuardedBy("this")
    private final Map<Long, Cells> pages = new HashMap<>();

    @GuardedBy("this")
    private final Map<Long, BlockClocks.Published> published = new HashMap<>();

    @GuardedBy("this")
    private long used;

    /**
     * Cells that nobody has accessed.
     *
     * @param most bytes of the host's memory that they may take
     */
    GlobalCells(long most) {
        this.most = most;
    }

    /** Enters an access; an earlier one that races with it, or null. */
    synchronized Cells.@Nullable Earlier enter(long address, int bytes, Cells.Step step) {
        Cells cells = page(address, bytes);
        if (cells == null) {
            return null;
        }
        int size = PAGE / cells.count();
        Cells.Earlier found = null;
        int first = (int) (address & PAGE - 1);
        for (int at = first; at < first + bytes; at += size) {
            Cells.Earlier one = cells.enter(at / size, step);
            found = found == null ? one : found;
        }
        return found;
    }

    @GuardedBy("this")
    private @Nullable Cells page(long address, int bytes) {
        long number = address >> PAGE_SHIFT;
        Cells cells = pages.get(number);
        if (cells == null) {
            boolean fine = bytes < WORD;
            cells =
                    take(fine ? PAGE : PAGE / WORD)
                            ? new Cells(fine ? PAGE : PAGE / WORD, READERS)
                            : null;
        } else if (bytes < WORD && cells.count() < PAGE && take(PAGE - PAGE / WORD)) {
            cells = cells.quartered();
        }
        if (cells != null) {
            pages.put(number, cells);
        }
        return cells;
    }

    @GuardedBy("this")
    private boolean take(int cells) {
        used += Cells.bytes(cells, READERS);
        return used <= most;
    }

    /** Forgets who accessed bytes, which are somebody else's now. */
    synchronized void forget(long address, long bytes) {
        long at = address;
        while (at < address + bytes) {
            Cells cells = pages.get(at >> PAGE_SHIFT);
            int size = cells == null ? PAGE : PAGE / cells.count();
            if (cells != null) {
                cells.clear((int) (at & PAGE - 1) / size);
            }
            at = (at & -size) + size;
        }
    }

    /** Enters what a thread publishes at an address, if anything. */
    synchronized void publish(long address, BlockClocks.@Nullable Published now, boolean besides) {
        Publications.enter(published, address, now, besides);
    }

    /** What was published at an address, or null. */
    synchronized BlockClocks.@Nullable Published at(long address) {
        return published.get(address);
    }

    /** Whether some of the memory was not watched. */
    synchronized boolean exhausted() {
        return used > most;
    }
}
