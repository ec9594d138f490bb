package dev.hira.sim.memory;

import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Copies the pages that are to be passed on, and tells which ones have changed and which ones are
 * zero. A copy is examined rather than the memory itself, which may change meanwhile.
 */
final class PageCopies {
    private static final long PAGE = PageTracker.PAGE;
    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[(int) PAGE]);

    private final AddressSpace<?> space;
    private final PageTracker tracker;
    private final CopyBuffer buffer;
    private final boolean untouched;
    private final ContentRounds.Visitor visitor;

    /**
     * The last page that was compared, which the next run may share, and whether it had changed.
     */
    private long compared = -1;

    private boolean changed;

    PageCopies(
            AddressSpace<?> space,
            PageTracker tracker,
            CopyBuffer buffer,
            boolean untouched,
            ContentRounds.Visitor visitor) {
        this.space = space;
        this.tracker = tracker;
        this.buffer = buffer;
        this.untouched = untouched;
        this.visitor = visitor;
    }

    /** Passes on a run's pages in a window; false when the memory is gone. */
    boolean pass(PageRun run, PageWindows.Window window) {
        long behind = run.last(window.end());
        long page = run.first(window.start()) & -PAGE;
        while (page < behind) {
            long end = page;
            while (end < behind && end - page < CopyBuffer.BYTES && window.hasContent(end)) {
                end += PAGE;
            }
            if (end > page) {
                @Nullable MemorySegment copy = space.copy(run.pages(page, end), buffer);
                if (copy == null) {
                    return false;
                }
                pass(run, window, page, copy);
            } else {
                end = page + PAGE;
                if (untouched && window.isAgain(page)) {
                    visitor.zeros(run.first(page), run.last(end) - run.first(page));
                }
            }
            page = end;
        }
        return true;
    }

    /** Passes on what has changed in neighboring pages. */
    private void pass(PageRun run, PageWindows.Window window, long from, MemorySegment copy) {
        long end = from + copy.byteSize();
        long begun = from;
        for (long page = from; page < end; page += PAGE) {
            long behind = Math.min(end, page + PAGE);
            MemorySegment whole = copy.asSlice(page - from, behind - page);
            boolean passes = changed(window, page, whole);
            long start = run.first(page);
            long stop = run.last(behind);
            boolean zero = passes && isZero(copy.asSlice(start - from, stop - start));
            if (!passes || zero) {
                content(run, begun, page, from, copy);
                begun = behind;
            }
            if (zero) {
                visitor.zeros(start, stop - start);
            }
        }
        content(run, begun, end, from, copy);
    }

    private boolean changed(PageWindows.Window window, long page, MemorySegment content) {
        if (page != compared) {
            compared = page;
            changed = tracker.changed(window.host(page), content);
        }
        return changed || window.isAgain(page);
    }

    private static boolean isZero(MemorySegment content) {
        return content.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) == 0
                && content.mismatch(ZEROS.asSlice(0, content.byteSize())) < 0;
    }

    private void content(PageRun run, long begun, long end, long from, MemorySegment copy) {
        if (begun < end) {
            long start = run.first(begun);
            long stop = run.last(end);
            visitor.content(start, copy.asSlice(start - from, stop - start).asReadOnly());
        }
    }
}
