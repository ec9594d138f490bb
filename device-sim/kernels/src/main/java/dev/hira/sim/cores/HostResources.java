package dev.hira.sim.cores;

import java.util.function.BooleanSupplier;

/**
 * The host's memory and threads that running kernels share: a quarter of the heap, 8,192 threads.
 */
public final class HostResources {
    private static final HostResources HOST =
            new HostResources(Runtime.getRuntime().maxMemory() / 4);

    /** The most memory that one launch may have. */
    private static final long MOST_OF_LAUNCH = 1L << 30;

    /** Grids that need at most this much never wait for others. */
    private static final long SMALL = 1L << 20;

    private static final int THREADS = 8192;
    private static final int FEW_THREADS = 16;

    private final long most;
    private final HostBudget memory;
    private final HostBudget threads;

    private HostResources(long bytes) {
        this.most = Math.min(bytes, MOST_OF_LAUNCH);
        this.memory = new HostBudget(bytes, SMALL);
        this.threads = new HostBudget(THREADS, FEW_THREADS);
    }

    /** Returns the resources of this process. */
    public static HostResources ofHost() {
        return HOST;
    }

    /** Returns whether the host can ever satisfy a footprint. */
    public boolean allow(Footprint footprint) {
        return footprint.bytes() <= most && footprint.threads() <= THREADS;
    }

    /**
     * Waits until a grid's footprint is free, and runs its task with it. If the grid is no longer
     * wanted, the wait ends and the task runs without the footprint; it must then do nothing.
     *
     * @param party the grid's party
     * @param unwanted returns true once the grid need not run; re-evaluated on {@link #wake}
     */
    public void with(Object party, Footprint footprint, BooleanSupplier unwanted, Runnable task) {
        long bytes = memory.take(party, footprint.bytes(), unwanted);
        try {
            long taken = threads.take(party, footprint.threads(), unwanted);
            try {
                task.run();
            } finally {
                threads.give(party, taken);
            }
        } finally {
            memory.give(party, bytes);
        }
    }

    /** Makes waiting threads re-evaluate whether their grids are still wanted. */
    public void wake() {
        memory.wake();
        threads.wake();
    }
}
