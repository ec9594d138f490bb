package dev.hira.sim.memory;

import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the content of a space's allocations: all of it first, and from then on what has
 * changed. Work may be under way; then the content is that of some moment, and passed on again the
 * next time. The content of an allocation includes the padding behind it, which kernels can write
 * to. Used by one thread.
 *
 * <p>Three things make content pass again: the tracker sees a write; the allocation is new, even if
 * its memory was never written, because what went before it may have been passed on; or the
 * receiver {@linkplain #missed missed} it. An allocation that a freed one may still be cleared
 * under counts as new as long as that lasts, because the tracker does not see discarded pages.
 */
public final class ContentRounds<F> {
    private final AddressSpace<F> space;
    private final PageTracker tracker;
    private final List<Range> missed = new ArrayList<>();

    /** The allocations that were passed on. */
    private Set<Allocation<F>> passed = Set.of();

    public ContentRounds(AddressSpace<F> space, PageTracker tracker) {
        this.space = space;
        this.tracker = tracker;
    }

    /** Receives content in the order of its addresses. */
    public interface Visitor {
        /** Receives bytes of whole pages or allocations, valid until this returns. */
        void content(long address, MemorySegment content);

        /** Receives a range that is zero. */
        void zeros(long address, long bytes);
    }

    /** Has a range passed on once more. */
    public void missed(Range range) {
        missed.add(range);
    }

    /**
     * Passes on content.
     *
     * @param chosen the allocations to visit
     * @param buffer copies are made here
     * @param untouched whether to pass on memory of new allocations that the system has not
     *     provided
     */
    public void pass(
            Predicate<Allocation<F>> chosen,
            CopyBuffer buffer,
            boolean untouched,
            Visitor visitor) {
        space.include(tracker);
        List<Allocation<F>> allocations = space.unencumbered().stream().filter(chosen).toList();
        List<Range> again = again(allocations);
        missed.clear();
        PageCopies copies = new PageCopies(space, tracker, buffer, untouched, visitor);
        if (walk(allocations, new PageWindows(tracker, again, true), copies::pass)) {
            passed = new HashSet<>(allocations);
        }
    }

    /** Estimates the bytes that would be passed on now. */
    public long pending(Predicate<Allocation<F>> chosen) {
        space.include(tracker);
        List<Allocation<F>> allocations = space.unencumbered().stream().filter(chosen).toList();
        PageWindows windows = new PageWindows(tracker, again(allocations), false);
        long[] bytes = new long[1];
        walk(
                allocations,
                windows,
                (run, window) -> {
                    bytes[0] += run.pendingIn(window);
                    return true;
                });
        return bytes[0];
    }

    /** What happens to the part of adjacent allocations that lies in a window. */
    @FunctionalInterface
    interface Step {
        /** Returns false when the memory is gone. */
        boolean take(PageRun run, PageWindows.Window window);
    }

    private static <F> boolean walk(
            List<Allocation<F>> allocations, PageWindows windows, Step step) {
        for (PageRun run : PageRun.of(allocations)) {
            for (PageWindows.@Nullable Window window = windows.at(run, run.start());
                    window != null;
                    window = window.end() < run.end() ? windows.at(run, window.end()) : null) {
                if (!step.take(run, window)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the ranges to pass on whether or not they were written, in their order. */
    private List<Range> again(List<Allocation<F>> allocations) {
        List<Range> again = new ArrayList<>(missed);
        for (Allocation<F> allocation : allocations) {
            if (!passed.contains(allocation)) {
                again.add(new Range(allocation.start(), allocation.footprint()));
            }
        }
        again.sort(Comparator.comparingLong(Range::start));
        return again;
    }
}
