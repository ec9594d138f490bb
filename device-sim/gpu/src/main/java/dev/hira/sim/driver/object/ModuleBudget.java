package dev.hira.sim.driver.object;

import dev.hira.base.SharedBudget;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the module texts that one process reads and keeps. A process reads one text at a time;
 * when all processes together read as much as the host allows, the next one waits in line.
 */
public final class ModuleBudget implements AutoCloseable {
    private static final int PERMIT_BYTES = 1024;

    /** The bytes of heap that a byte of a loaded module's text takes. */
    private static final long KEPT_FACTOR = 16;

    private final HostLimits limits;
    private final SharedBudget.Part kept;
    private final Semaphore readingOfHost;
    private final Semaphore turn = new Semaphore(1, true);

    /**
     * Creates the budget of a process.
     *
     * @param kept the process's part in the texts of loaded modules
     * @param readingOfHost permits for the texts that the host reads at a time
     */
    ModuleBudget(HostLimits limits, SharedBudget.Part kept, Semaphore readingOfHost) {
        this.limits = limits;
        this.kept = kept;
        this.readingOfHost = readingOfHost;
    }

    /** Returns the number of permits that a text of this size needs. */
    static int permits(long bytes) {
        return (int) Math.ceilDiv(bytes, PERMIT_BYTES);
    }

    /**
     * Reserves room for the text of a module until {@link #give}.
     *
     * @throws dev.hira.api.cuda.CudaException with CUDA_ERROR_OUT_OF_MEMORY when there is no room
     */
    public void take(long bytes) {
        long most = Math.min(limits.moduleText(), limits.readingText());
        if (bytes > most) {
            throw CudaFailures.outOfMemory(
                    "the module has "
                            + bytes
                            + " bytes of text; the host reads "
                            + most
                            + " bytes at most; split the module");
        }
        if (!kept.take(bytes)) {
            throw CudaFailures.outOfMemory(
                    "the module has "
                            + bytes
                            + " bytes of text; the process has loaded modules of "
                            + kept.held()
                            + " bytes and can load "
                            + kept.room()
                            + " more; unload modules first");
        }
    }

    /**
     * Reserves room for text that is only kept, and takes no more heap than its own bytes, until
     * {@link #giveKept}; false when there is none.
     */
    public boolean takeKept(long heapBytes) {
        return kept.take(Math.ceilDiv(heapBytes, KEPT_FACTOR));
    }

    /** Gives back what {@link #takeKept} reserved. */
    public void giveKept(long heapBytes) {
        kept.give(Math.ceilDiv(heapBytes, KEPT_FACTOR));
    }

    public void give(long bytes) {
        kept.give(bytes);
    }

    /** Reads a text; waits first while the host reads too many texts of other modules. */
    public <T> T read(long bytes, Supplier<T> reader) {
        int permits = permits(bytes);
        turn.acquireUninterruptibly();
        try {
            readingOfHost.acquireUninterruptibly(permits);
            try {
                return reader.get();
            } finally {
                readingOfHost.release(permits);
            }
        } finally {
            turn.release();
        }
    }

    /** Gives back all reserved room. */
    @Override
    public void close() {
        kept.close();
    }
}
