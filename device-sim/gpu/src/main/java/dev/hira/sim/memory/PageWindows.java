package dev.hira.sim.memory;

import dev.hira.sim.pages.PageTracker;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way through the pages of a space in the order of their addresses. Each page is collected at
 * most once, shortly before it is read, even if several allocations share it.
 */
final class PageWindows {
    private static final long PAGE = PageTracker.PAGE;
    private static final long BYTES = PageTracker.MOST_PAGES * PAGE;

    private final PageTracker tracker;
    private final List<Range> again;
    private final boolean collect;
    private int next;
    private @Nullable Window current;

    /**
     * Creates a way.
     *
     * @param again the ranges to pass on whether or not they were written, in their order
     * @param collect whether the pages will be read
     */
    PageWindows(PageTracker tracker, List<Range> again, boolean collect) {
        this.tracker = tracker;
        this.again = again;
        this.collect = collect;
    }

    /**
     * Neighboring pages.
     *
     * @param host the host's address of the first one
     */
    record Window(long start, long end, long host, BitSet written, BitSet again, BitSet provided) {
        /** Whether a page is to be passed on, and is possibly not zero. */
        boolean hasContent(long page) {
            int index = index(page);
            return written.get(index) || (again.get(index) && provided.get(index));
        }

        /** Whether a page is to be passed on whether or not it was written. */
        boolean isAgain(long page) {
            return again.get(index(page));
        }

        long host(long page) {
            return host + page - start;
        }

        private int index(long page) {
            return (int) ((page - start) / PAGE);
        }
    }

    /** Returns the window that contains an address of a run. */
    Window at(PageRun run, long address) {
        Window window = current;
        if (window == null || address < window.start || address >= window.end) {
            window = open(run, address & -BYTES);
            current = window;
        }
        return window;
    }

    private Window open(PageRun run, long aligned) {
        long start = Math.max(aligned, run.base());
        long end = Math.min(aligned + BYTES, run.base() + run.segment().byteSize());
        int pages = (int) ((end - start + PAGE - 1) / PAGE);
        long host = run.segment().address() + start - run.base();
        BitSet all = againIn(start, end, pages);
        BitSet written = collect ? tracker.collect(host, pages) : tracker.estimate(host, pages);
        BitSet provided = all.isEmpty() ? written : tracker.provided(host, pages);
        return new Window(start, start + pages * PAGE, host, written, all, provided);
    }

    private BitSet againIn(long start, long end, int pages) {
        while (next < again.size() && end(again.get(next)) <= start) {
            next++;
        }
        BitSet found = new BitSet(pages);
        for (int i = next; i < again.size() && again.get(i).start() < end; i++) {
            long from = Math.max(start, again.get(i).start());
            long to = Math.min(end, end(again.get(i)));
            if (from < to) {
                found.set((int) ((from - start) / PAGE), (int) ((to - start + PAGE - 1) / PAGE));
            }
        }
        return found;
    }

    private static long end(Range range) {
        return range.start() + range.bytes();
    }
}
