package dev.hira.sim.cores;

import java.util.function.BooleanSupplier;

/** The host's memory and threads, shared by running kernels; a quarter of the heap at most. */
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
     * Waits for a grid's footprint and calls the grid. If the grid becomes unwanted, it stops
     * waiting and calls it all the same; the grid must then do nothing.
     *
     * @param party the grid's party
     * @param unwanted returns true once the grid need not run; re-evaluated on {@link #wake}
     */
    public void with(Object party, Footprint footprint, BooleanSupplier unwanted, Runnable grid) {
        long bytes = memory.take(party, footprint.bytes(), unwanted);
        try {
            long taken = threads.take(party, footprint.threads(), unwanted);
            try {
                grid.run();
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
