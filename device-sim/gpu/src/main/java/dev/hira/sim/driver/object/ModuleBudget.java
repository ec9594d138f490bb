package dev.hira.sim.driver.object;

import dev.hira.api.FairPlaces;
import dev.hira.api.OwnedWaits;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.base.SharedBudget;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the module texts that one process reads and keeps. A process reads one text at a time;
 * when all processes together read as much as the host allows, VMs read in turns.
 */
public final class ModuleBudget implements AutoCloseable {
    private static final int PERMIT_BYTES = 1024;

    /** The bytes of heap that a byte of a loaded module's text takes. */
    private static final long KEPT_FACTOR = 16;

    private final String vm;
    private final HostLimits limits;
    private final SharedBudget.Part kept;
    private final FairPlaces readingOfHost;
    private final Semaphore turn = new Semaphore(1, true);
    private final OwnedWaits waits = new OwnedWaits();

    /**
     * Creates the budget of a process.
     *
     * @param vm the process's VM
     * @param kept the process's part in the texts of loaded modules
     * @param readingOfHost places for the texts that the host reads at a time
     */
    ModuleBudget(String vm, HostLimits limits, SharedBudget.Part kept, FairPlaces readingOfHost) {
        this.vm = vm;
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
     * Changes the room reserved until {@link #giveKept} for text that is only kept, and takes no
     * more heap than its own bytes; false, without effect, when there is none.
     */
    public boolean resizeKept(long fromHeapBytes, long toHeapBytes) {
        return kept.take(
                Math.ceilDiv(toHeapBytes, KEPT_FACTOR) - Math.ceilDiv(fromHeapBytes, KEPT_FACTOR));
    }

    /** Gives back what {@link #resizeKept} reserved. */
    public void giveKept(long heapBytes) {
        kept.give(Math.ceilDiv(heapBytes, KEPT_FACTOR));
    }

    public void give(long bytes) {
        kept.give(bytes);
    }

    /**
     * Reads a text; waits first while the host reads too many texts of other modules.
     *
     * @throws CudaException when the process ends meanwhile
     */
    public <T> T read(long bytes, Supplier<T> reader) {
        int permits = permits(bytes);
        try {
            waits.await(turn::acquire);
            try {
                waits.await(() -> readingOfHost.acquire(vm, permits));
                try {
                    requireReading();
                    return reader.get();
                } finally {
                    readingOfHost.release(permits);
                }
            } finally {
                turn.release();
            }
        } catch (OwnedWaits.EndedException e) {
            throw closed();
        }
    }

    private void requireReading() {
        if (waits.isClosed()) {
            throw closed();
        }
    }

    private static CudaException closed() {
        return CudaFailures.of(
                CUresult.CUDA_ERROR_DEINITIALIZED, "the process has closed its driver");
    }

    /** Lets no thread begin to read a text any more, and ends the waits of those that would. */
    void refuseReading() {
        waits.close();
    }

    /** Gives back all reserved room. */
    @Override
    public void close() {
        kept.close();
    }
}
