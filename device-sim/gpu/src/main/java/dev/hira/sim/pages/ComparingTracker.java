package dev.hira.sim.pages;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Compares the content of pages with checksums of the last ones, of 64 bits with a key that no
 * program knows. Each round reads all provided memory; the checksums take 1/512 of it.
 */
final class ComparingTracker implements PageTracker {
    private final ProvidedPages pages = ProvidedPages.open();
    private final PageHash hash = new PageHash(new SplittableRandom().nextLong());
    private final Map<Long, Group> groups = new HashMap<>();

    /** The checksums of neighboring pages; 0: none. */
    private static final class Group {
        private final long[] sums = new long[MOST_PAGES];

        /** The pages that had changed when they were compared last. */
        private final BitSet changed = new BitSet(MOST_PAGES);
    }

    @Override
    public void include(long address, long bytes) {}

    @Override
    public BitSet collect(long address, int count) {
        return pages.provided(address, count);
    }

    @Override
    public BitSet estimate(long address, int count) {
        BitSet estimate = pages.provided(address, count);
        for (int page = estimate.nextSetBit(0); page >= 0; page = estimate.nextSetBit(page + 1)) {
            long number = address / PAGE + page;
            @Nullable Group group = groups.get(number / MOST_PAGES);
            if (group != null && !group.changed.get((int) (number % MOST_PAGES))) {
                estimate.clear(page);
            }
        }
        return estimate;
    }

    @Override
    public BitSet provided(long address, int count) {
        return pages.provided(address, count);
    }

    @Override
    public boolean changed(long address, MemorySegment content) {
        long number = address / PAGE;
        Group group = groups.computeIfAbsent(number / MOST_PAGES, _ -> new Group());
        int page = (int) (number % MOST_PAGES);
        long sum = hash.of(content);
        boolean changed = group.sums[page] != sum;
        group.sums[page] = sum;
        group.changed.set(page, changed);
        return changed;
    }

    @Override
    public void close() {
        pages.close();
    }
}
