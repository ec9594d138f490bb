package dev.hira.sim.cores;

import java.util.function.BooleanSupplier;

/** The host's memory and threads as running kernels share them. */
public final class HostShares {
    private static final HostShares HOST = new HostShares(Runtime.getRuntime().maxMemory() / 2);

    /** Memory that one launch may have. */
    private static final long MOST_OF_LAUNCH = 1L << 30;

    /** Grids that need no more than that wait for no others. */
    private static final long SMALL = 1L << 20;

    private static final int THREADS = 8192;
    private static final int FEW_THREADS = 16;

    private final long most;
    private final HostBudget memory;
    private final HostBudget threads;

    private HostShares(long bytes) {
        this.most = Math.min(bytes, MOST_OF_LAUNCH);
        this.memory = new HostBudget(bytes, SMALL);
        this.threads = new HostBudget(THREADS, FEW_THREADS);
    }

    /** Those of this process. */
    public static HostShares ofHost() {
        return HOST;
    }

    /** Whether there is ever enough for a grid. */
    public boolean allow(Footprint footprint) {
        return footprint.bytes() <= most && footprint.threads() <= THREADS;
    }

    /**
     * Runs a grid when there is enough for it, or when it is not to run any more.
     *
     * @param party whose it is
     * @param unwanted tells that; {@link #wake} has it asked
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

    /** Has those who wait look whether they still want to. */
    public void wake() {
        memory.wake();
        threads.wake();
    }
}
