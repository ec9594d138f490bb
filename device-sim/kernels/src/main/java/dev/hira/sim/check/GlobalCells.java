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
final class GlobalCells {
    private static final int PAGE_SHIFT = 8;
    private static final int PAGE_BYTES = 1 << PAGE_SHIFT;
    private static final int READERS = 2;

    private final Moments moments;
    private final long most;
    private final boolean concurrent;
    private final ConcurrentHashMap<Long, Page> pages = new ConcurrentHashMap<>();
    private final AtomicLong used = new AtomicLong();

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

    /** Returns a page by its number. It is the same during the whole launch. */
    Page page(long number) {
        return pages.computeIfAbsent(number, Page::new);
    }

    /** Forgets the accesses to bytes that now belong to another allocation. */
    void forget(long address, long bytes) {
        long at = address;
        while (at < address + bytes) {
            Page page = pages.get(number(at));
            long start = at & -PAGE_BYTES;
            at = page == null ? start + PAGE_BYTES : start + page.forget((int) (at - start));
        }
    }

    /** Whether some of the memory was not checked. */
    boolean exhausted() {
        return used.get() > most;
    }

    private boolean take(long bytes) {
        return used.addAndGet(bytes) <= most;
    }

    /** A page. If several threads use it, each method holds its lock. */
    final class Page {
        private final long number;
        private Cells cells = Cells.ofGrid(moments, PAGE_BYTES, READERS, GlobalCells.this::take);
        private volatile @Nullable Map<Long, BlockClocks.Published> published;

        private Page(long number) {
            this.number = number;
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
            if (cells.tooCoarse(bytes)) {
                cells = cells.fine();
            }
            return cells.enter((int) (address & PAGE_BYTES - 1), bytes, visit);
        }

        private synchronized int forget(int at) {
            return cells.clear(at);
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
