package dev.hira.sim.driver.object;

import dev.hira.sim.memory.AddressSpace;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Detects writes of a context's kernels to unallocated memory. Each access is checked only against
 * the window of addresses; the gaps between allocations are examined afterwards, by asking the
 * system for pages that are resident and should not be. There are no gaps as long as allocations
 * are adjacent. The examination takes a small part of the kernels' time.
 */
final class StrayWatch {
    private static final long PAGE = 4096;

    /** The ratio of the kernels' run time to the time spent on looking. */
    private static final long PART = 20;

    /** The fixed time of a look, and the number of gap pages that it examines per nanosecond. */
    private static final long LOOK_NANOS = 2000;

    private static final long PAGES_PER_NANO = 2;

    private final AddressSpace<?> memory;
    private final AtomicLong unseenNanos = new AtomicLong();

    StrayWatch(AddressSpace<?> memory) {
        this.memory = memory;
    }

    /**
     * Looks after a kernel has ended, if it is worth the time, and releases pages that are not
     * allocated.
     *
     * @param nanos the run time of the kernel
     * @return the first address that was written to, or 0
     */
    long ended(long nanos) {
        long gaps = memory.gaps();
        if (gaps < PAGE) {
            return 0;
        }
        long cost = LOOK_NANOS + gaps / PAGE / PAGES_PER_NANO + memory.places();
        if (unseenNanos.addAndGet(nanos) < PART * cost) {
            return 0;
        }
        unseenNanos.set(0);
        return memory.strays(true);
    }

    /** Looks while kernels run; returns the first address that was written to, or 0. */
    long now() {
        return memory.gaps() < PAGE ? 0 : memory.strays(false);
    }
}
