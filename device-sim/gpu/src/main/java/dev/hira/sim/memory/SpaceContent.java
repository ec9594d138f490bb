package dev.hira.sim.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The content of a space's allocations, for saving and restoring it. No work may be under way.
 *
 * <p>The content of an allocation includes the padding behind it, which kernels can write to.
 */
public final class SpaceContent<F> {
    /** The most bytes of a piece. */
    public static final int PIECE = 1 << 20;

    private static final long PAGE = PresentPages.PAGE;
    private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[(int) PAGE]);

    private final AddressSpace<F> space;

    public SpaceContent(AddressSpace<F> space) {
        this.space = space;
    }

    /** Receives a piece of the content. */
    @FunctionalInterface
    public interface Visitor {
        /** Receives the content from an address on, valid until this returns. */
        void piece(long address, MemorySegment content);
    }

    /** Adjacent allocations. */
    private record Run(long start, long end, MemorySegment segment, long offset) {
        static Run of(Allocation<?> allocation) {
            long start = allocation.start();
            return new Run(start, allocation.end(), allocation.segment(), allocation.offset(start));
        }

        @Nullable Run with(Run next) {
            return end == next.start && segment.address() == next.segment.address()
                    ? new Run(start, next.end, segment, offset)
                    : null;
        }

        MemorySegment slice(long from, long to) {
            return segment.asSlice(offset + from - start, to - from);
        }
    }

    /**
     * Passes on all pages that are not zero, in pieces in the order of their addresses.
     *
     * @param chosen the allocations to visit
     */
    public void visit(Predicate<Allocation<F>> chosen, Visitor visitor) {
        try (PresentPages present = PresentPages.open()) {
            for (Run run : runs(chosen)) {
                visit(run, present, visitor);
            }
        }
    }

    private List<Run> runs(Predicate<Allocation<F>> chosen) {
        List<Run> runs = new ArrayList<>();
        for (Allocation<F> allocation : space.allocations()) {
            if (chosen.test(allocation)) {
                Run next = Run.of(allocation);
                @Nullable Run joined = runs.isEmpty() ? null : runs.getLast().with(next);
                if (joined != null) {
                    runs.removeLast();
                }
                runs.add(joined == null ? next : joined);
            }
        }
        return runs;
    }

    private static void visit(Run run, PresentPages present, Visitor visitor) {
        long first = run.start & -PAGE;
        long step = PresentPages.MOST * PAGE;
        for (long from = first; from < run.end; from += step) {
            int pages = (int) ((Math.min(step, run.end - from) + PAGE - 1) / PAGE);
            long host = run.segment.address() + run.offset + from - run.start;
            visit(run, from, present.query(host, pages), visitor);
        }
    }

    private static void visit(Run run, long from, BitSet pages, Visitor visitor) {
        int page = nextUsed(run, from, pages, 0);
        while (page >= 0) {
            int end = page;
            int next = page;
            while (next == end && end - page < PIECE / PAGE) {
                end++;
                next = nextUsed(run, from, pages, end);
            }
            long start = Math.max(run.start, from + page * PAGE);
            long behind = Math.min(run.end, from + end * PAGE);
            visitor.piece(start, run.slice(start, behind).asReadOnly());
            page = next;
        }
    }

    /** Returns the next page that is not zero, or -1. */
    private static int nextUsed(Run run, long from, BitSet pages, int page) {
        int next = pages.nextSetBit(page);
        while (next >= 0) {
            long start = Math.max(run.start, from + next * PAGE);
            MemorySegment content = run.slice(start, Math.min(run.end, from + (next + 1) * PAGE));
            if (content.mismatch(ZEROS.asSlice(0, content.byteSize())) >= 0) {
                return next;
            }
            next = pages.nextSetBit(next + 1);
        }
        return next;
    }

    /** Makes all content zero. */
    public void clear() {
        visit(_ -> true, (address, content) -> write(address, content.byteSize(), null));
    }

    /**
     * Writes content.
     *
     * @return false, without effect, when a part of it does not lie in an allocation
     */
    public boolean write(long address, MemorySegment content) {
        return write(address, content.byteSize(), content);
    }

    private boolean write(long address, long bytes, @Nullable MemorySegment content) {
        @Nullable Allocation<F> first = space.footprintAt(address);
        @Nullable Allocation<F> last = first;
        while (last != null && last.end() - address < bytes) {
            long end = last.end();
            last = space.footprintAt(end);
        }
        if (first == null
                || last == null
                || last.segment().address() != first.segment().address()) {
            return false;
        }
        MemorySegment target = first.segment().asSlice(first.offset(address), bytes);
        if (content == null) {
            target.fill((byte) 0);
        } else {
            target.copyFrom(content);
        }
        return true;
    }
}
