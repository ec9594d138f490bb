package dev.hira.sim.kernel;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A set of addresses, with a bit for each; any thread may change it. */
public final class WrittenBytes {
    private static final int PAGE_SHIFT = 16;
    private static final long PAGE = 1L << PAGE_SHIFT;
    private static final int WORDS = (int) (PAGE / Long.SIZE);

    private final ConcurrentHashMap<Long, AtomicLongArray> pages = new ConcurrentHashMap<>();

    /** Adds a range of bytes. */
    public void add(long address, long bytes) {
        long end = address + bytes;
        for (long at = address; at < end; at = wordEnd(at)) {
            AtomicLongArray page =
                    pages.computeIfAbsent(at >> PAGE_SHIFT, _ -> new AtomicLongArray(WORDS));
            long mask = mask(at, end);
            if ((page.getOpaque(word(at)) & mask) != mask) {
                page.accumulateAndGet(word(at), mask, (old, more) -> old | more);
            }
        }
    }

    /** Removes a range of bytes. */
    public void remove(long address, long bytes) {
        long end = address + bytes;
        long at = address;
        while (at < end) {
            long pageEnd = (at | PAGE - 1) + 1;
            @Nullable AtomicLongArray page = pages.get(at >> PAGE_SHIFT);
            if (page == null) {
                at = pageEnd;
            } else if (at % PAGE == 0 && pageEnd <= end) {
                pages.remove(at >> PAGE_SHIFT);
                at = pageEnd;
            } else {
                page.accumulateAndGet(word(at), ~mask(at, end), (old, kept) -> old & kept);
                at = wordEnd(at);
            }
        }
    }

    /** Returns whether the set contains all of these bytes. */
    public boolean contains(long address, long bytes) {
        long end = address + bytes;
        for (long at = address; at < end; at = wordEnd(at)) {
            @Nullable AtomicLongArray page = pages.get(at >> PAGE_SHIFT);
            long mask = mask(at, end);
            if (page == null || (page.getOpaque(word(at)) & mask) != mask) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the set contains any of these bytes. */
    public boolean touches(long address, long bytes) {
        long end = address + bytes;
        long at = address;
        while (at < end) {
            @Nullable AtomicLongArray page = pages.get(at >> PAGE_SHIFT);
            if (page != null && (page.getOpaque(word(at)) & mask(at, end)) != 0) {
                return true;
            }
            at = page == null ? (at | PAGE - 1) + 1 : wordEnd(at);
        }
        return false;
    }

    private static int word(long address) {
        return (int) (address >> 6) & WORDS - 1;
    }

    private static long wordEnd(long address) {
        return (address | Long.SIZE - 1) + 1;
    }

    /** Returns the bits of a word from an address up to an end. */
    private static long mask(long address, long end) {
        long left = wordEnd(address) - end;
        return (-1L << address) & (left > 0 ? -1L >>> left : -1L);
    }
}
