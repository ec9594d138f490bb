package dev.hira.sim.check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The cells of the device memory that a launch has accessed, and the clocks that its threads have
 * published there. A page has a cell for each word until a thread accesses less than a word of it.
 * The host memory is limited; what finds no room is not checked.
 */
final class GlobalCells implements CellBudget {
    private static final int PAGE_SHIFT = 8;
    private static final int PAGE_BYTES = 1 << PAGE_SHIFT;
    private static final int READERS = 2;

    /** The host memory of a page besides its cells' arrays, about. */
    private static final int PAGE_COST = 256;

    private final Moments moments;
    private final long most;
    private final boolean concurrent;
    private final ConcurrentHashMap<Long, Page> pages = new ConcurrentHashMap<>();
    private final AtomicLong used = new AtomicLong();

    /** Whether something has found no room. */
    private volatile boolean exhausted;

    /** Stands for all pages that have found no room. */
    private final Page unchecked = new Page(-1, null);

    /**
     * Creates cells without accesses.
     *
     * @param most the host memory in bytes that they may take
     * @param concurrent whether several host threads use them
     */
    GlobalCells(Moments moments, long most, boolean concurrent) {
        this.moments = moments;
        this.most = most;
        this.concurrent = concurrent;
    }

    /** Returns the number of the page with an address. */
    static long number(long address) {
        return address >> PAGE_SHIFT;
    }

    /**
     * Returns a page by its number. It is the same during the whole launch, except that pages that
     * have found no room share one, which has another number.
     */
    Page page(long number) {
        Page known = pages.get(number);
        if (known != null) {
            return known;
        }
        return take(PAGE_COST) ? pages.computeIfAbsent(number, this::create) : unchecked;
    }

    private Page create(long number) {
        return new Page(number, Cells.ofGrid(moments, PAGE_BYTES, READERS, this));
    }

    /** Forgets the accesses to bytes that now belong to another allocation. */
    void forget(long address, long bytes) {
        long end = address + bytes;
        long at = address;
        while (at < end) {
            Page page = pages.get(number(at));
            long start = at & -PAGE_BYTES;
            long next = Math.min(end, start + PAGE_BYTES);
            if (page != null) {
                page.forget((int) (at - start), (int) (next - start));
            }
            at = next;
        }
    }

    /** Whether some of the memory was not checked. */
    boolean exhausted() {
        return exhausted;
    }

    @Override
    public boolean take(long bytes) {
        if (used.get() <= most - bytes) {
            used.addAndGet(bytes);
            return true;
        }
        exhausted = true;
        return false;
    }

    @Override
    public void give(long bytes) {
        used.addAndGet(-bytes);
    }

    /**
     * A page. Accesses hold its lock if several threads use it; all that concerns published clocks
     * always does.
     */
    final class Page {
        private final long number;

        /** Null for pages that are not checked. */
        private @Nullable Cells cells;

        private volatile @Nullable Map<Long, BlockClocks.Published> published;

        private Page(long number, @Nullable Cells cells) {
            this.number = number;
            this.cells = cells;
        }

        long number() {
            return number;
        }

        /** Records an access; returns an earlier access that races with it, or null. */
        Cells.@Nullable Earlier enter(long address, int bytes, Visit visit) {
            if (!concurrent) {
                return enterAlone(address, bytes, visit);
            }
            synchronized (this) {
                return enterAlone(address, bytes, visit);
            }
        }

        private Cells.@Nullable Earlier enterAlone(long address, int bytes, Visit visit) {
            Cells here = cells;
            if (here != null && here.tooCoarse(bytes)) {
                here = here.fine();
                if (here != null) {
                    cells = here;
                }
            }
            return here == null ? null : here.enter((int) (address & PAGE_BYTES - 1), bytes, visit);
        }

        private synchronized void forget(int from, int to) {
            if (cells != null) {
                cells.clear(from, to);
            }
        }

        /** Records the clock that a thread publishes at an address, if any. */
        synchronized void publish(
                long address, BlockClocks.@Nullable Published now, boolean besides) {
            Map<Long, BlockClocks.Published> all = published;
            if (all == null) {
                all = new HashMap<>();
                published = all;
            }
            Publications.enter(all, address, now, besides);
        }

        /** Returns whether a thread may have published a clock in the page. */
        boolean mayPublish() {
            return published != null;
        }

        /** Returns the clock published at an address, or null. */
        synchronized BlockClocks.@Nullable Published at(long address) {
            Map<Long, BlockClocks.Published> all = published;
            return all == null ? null : all.get(address);
        }
    }
}
