package dev.hira.sim.check;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cells of the device memory that a launch has accessed, and the clocks that its threads have
 * published there. A page has a cell for each word until a thread accesses less than a word of it.
 * The number of pages is limited; accesses to further pages are not checked.
 */
final class GlobalCells {
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE = 1 << PAGE_SHIFT;
    private static final int READERS = 2;

    private final long most;

    @GuardedBy("this")
    private final Map<Long, Cells> pages = new HashMap<>();

    @GuardedBy("this")
    private final Map<Long, BlockClocks.Published> published = new HashMap<>();

    @GuardedBy("this")
    private long used;

    /** The page of the last access, and its number. */
    @GuardedBy("this")
    private @Nullable Cells last;

    @GuardedBy("this")
    private long lastNumber = -1;

    /**
     * Creates cells without accesses.
     *
     * @param most the host memory in bytes that they may take
     */
    GlobalCells(long most) {
        this.most = most;
    }

    /** Records an access; returns an earlier access that races with it, or null. */
    synchronized Cells.@Nullable Earlier enter(long address, int bytes, Cells.Step step) {
        Cells cells = page(address, bytes);
        return cells == null ? null : cells.enter((int) (address & PAGE - 1), bytes, step);
    }

    @GuardedBy("this")
    private @Nullable Cells page(long address, int bytes) {
        long number = address >> PAGE_SHIFT;
        Cells cells = number == lastNumber ? last : pages.get(number);
        if (cells == null) {
            cells = take(false) ? Cells.ofWords(PAGE, READERS) : null;
        }
        if (cells != null && cells.tooCoarse(bytes)) {
            cells = take(true) ? cells.fine() : null;
        }
        if (cells != null && !cells.equals(last)) {
            pages.put(number, cells);
            last = cells;
            lastNumber = number;
        }
        return cells;
    }

    @GuardedBy("this")
    private boolean take(boolean fine) {
        used += Cells.hostBytes(PAGE, fine, READERS);
        return used <= most;
    }

    /** Forgets the accesses to bytes that now belong to another allocation. */
    synchronized void forget(long address, long bytes) {
        long at = address;
        while (at < address + bytes) {
            Cells cells = pages.get(at >> PAGE_SHIFT);
            long page = at & -PAGE;
            at = page + (cells == null ? PAGE : cells.clear((int) (at - page)));
        }
    }

    /** Records the clock that a thread publishes at an address, if any. */
    synchronized void publish(long address, BlockClocks.@Nullable Published now, boolean besides) {
        Publications.enter(published, address, now, besides);
    }

    /** Returns the clock published at an address, or null. */
    synchronized BlockClocks.@Nullable Published at(long address) {
        return published.get(address);
    }

    /** Whether some of the memory was not checked. */
    synchronized boolean exhausted() {
        return used > most;
    }
}
