package dev.hira.sim.driver.object;

import dev.hira.sim.memory.AddressSpace;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds out whether kernels of a context have written to where nothing is allocated. The check that
 * every access makes is against the window of addresses alone; what lies between allocations is
 * looked at afterwards, by asking the system for pages that are there and should not be. There are
 * none to ask for as long as allocations lie next to each other. Looking takes a small part of the
 * time that kernels take.
 */
final class StrayWatch {
    private static final long PAGE = 4096;

    /** How many times longer kernels run than is spent on looking. */
    private static final long PART = 20;

    /** What a look takes, and what each page takes that is asked for, in a few of them. */
    private static final long LOOK_NANOS = 2000;

    private static final long PAGES_PER_NANO = 2;

    private final AddressSpace<?> memory;
    private final AtomicLong unseenNanos = new AtomicLong();

    StrayWatch(AddressSpace<?> memory) {
        this.memory = memory;
    }

    /**
     * Looks when a kernel has ended, if that is worth while, and gives back what is not allocated.
     *
     * @param nanos that the kernel took
     * @return the first address that was written to, or 0
     */
    long ended(long nanos) {
        long gaps = memory.gaps();
        if (gaps < PAGE) {
            return 0;
        }
        long cost = LOOK_NANOS + gaps / PAGE / PAGES_PER_NANO + memory.count();
        if (unseenNanos.addAndGet(nanos) < PART * cost) {
            return 0;
        }
        unseenNanos.set(0);
        return memory.strays(true);
    }

    /** Looks while kernels run; the first address that was written to, or 0. */
    long now() {
        return memory.gaps() < PAGE ? 0 : memory.strays(false);
    }
}
