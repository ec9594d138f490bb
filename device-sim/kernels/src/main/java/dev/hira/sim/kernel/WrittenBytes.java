package dev.hira.sim.kernel;

import dev.hira.base.RecentKeys;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A set of addresses, with a bit for each; any thread may change it. */
public final class WrittenBytes {
    private static final int PAGE_SHIFT = 16;
    private static final long PAGE = 1L << PAGE_SHIFT;
    private static final int WORDS = (int) (PAGE / Long.SIZE);

    private final ConcurrentHashMap<Long, AtomicLongArray> pages = new ConcurrentHashMap<>();

    /** How many pages were removed; a view that sees another number forgets its pages. */
    private volatile int removals;

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
                removed();
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

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // guarded by this
    private synchronized void removed() {
        removals++;
    }

    /** Returns a view for one thread, which finds pages that it has used lately sooner. */
    public View view() {
        return new View();
    }

    /** The set as one thread uses it, for the bytes of single accesses. */
    public final class View {
        private static final int BITS = 7;

        private final long[] numbers = new long[1 << BITS];
        private final @Nullable AtomicLongArray[] recent = new AtomicLongArray[1 << BITS];
        private int seen = removals;

        private View() {}

        /** Adds the bytes of an aligned access of at most 64 bytes. */
        public void add(long address, int bytes) {
            AtomicLongArray page = page(address);
            if (page == null) {
                WrittenBytes.this.add(address, bytes);
                return;
            }
            long mask = mask(address, address + bytes);
            int word = word(address);
            if ((page.getOpaque(word) & mask) != mask) {
                page.accumulateAndGet(word, mask, (old, more) -> old | more);
            }
        }

        /** Returns whether the set contains all bytes of an aligned access of at most 64 bytes. */
        public boolean contains(long address, int bytes) {
            AtomicLongArray page = page(address);
            long mask = mask(address, address + bytes);
            return page != null && (page.getOpaque(word(address)) & mask) == mask;
        }

        private @Nullable AtomicLongArray page(long address) {
            if (seen != removals) {
                seen = removals;
                Arrays.fill(recent, null);
            }
            long number = address >> PAGE_SHIFT;
            int slot = RecentKeys.slot(number, BITS);
            AtomicLongArray page = recent[slot];
            if (page == null || numbers[slot] != number) {
                page = pages.get(number);
                recent[slot] = page;
                numbers[slot] = number;
            }
            return page;
        }
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
