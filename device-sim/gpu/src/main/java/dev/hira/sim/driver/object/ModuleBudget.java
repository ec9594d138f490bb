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
