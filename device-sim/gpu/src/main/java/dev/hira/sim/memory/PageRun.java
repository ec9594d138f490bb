package dev.hira.sim.memory;

import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of adjacent allocations.
 *
 * @param segment the memory of their region
 * @param base the address at which the region begins
 */
record PageRun(long start, long end, MemorySegment segment, long base) {
    private static final long PAGE = PageTracker.PAGE;

    /** Returns the runs of allocations that are in the order of their addresses. */
    static <F> List<PageRun> of(List<Allocation<F>> allocations) {
        List<PageRun> runs = new ArrayList<>();
        for (Allocation<F> allocation : allocations) {
            PageRun next = of(allocation);
            @Nullable PageRun joined = runs.isEmpty() ? null : runs.getLast().with(next);
            if (joined != null) {
                runs.removeLast();
            }
            runs.add(joined == null ? next : joined);
        }
        return runs;
    }

    private static PageRun of(Allocation<?> allocation) {
        long start = allocation.start();
        long base = start - allocation.offset(start);
        return new PageRun(start, allocation.end(), allocation.segment(), base);
    }

    private @Nullable PageRun with(PageRun next) {
        return end == next.start && segment.address() == next.segment.address()
                ? new PageRun(start, next.end, segment, base)
                : null;
    }

    /** Returns the first address at or behind one that is in the run. */
    long first(long address) {
        return Math.max(start, address);
    }

    /** Returns the end of the run, or an address before it. */
    long last(long address) {
        return Math.min(end, address);
    }

    /** Returns the memory of whole pages, which may exceed the run. */
    MemorySegment pages(long from, long to) {
        long behind = Math.min(to - base, segment.byteSize());
        return segment.asSlice(from - base, behind - (from - base));
    }

    /** Returns the bytes of the run in pages of a window that are to be passed on. */
    long pendingIn(PageWindows.Window window) {
        long bytes = 0;
        for (long page = first(window.start()) & -PAGE; page < last(window.end()); page += PAGE) {
            bytes += window.hasContent(page) ? last(page + PAGE) - first(page) : 0;
        }
        return bytes;
    }
}
