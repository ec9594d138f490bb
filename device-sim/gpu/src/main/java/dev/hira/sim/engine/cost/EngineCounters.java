package dev.hira.sim.engine.cost;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts the work of a context or a device. Counts are added to the parent as well. */
public final class EngineCounters {
    private final @Nullable EngineCounters parent;
    private final AtomicLong kernels = new AtomicLong();
    private final AtomicLong toDevice = new AtomicLong();
    private final AtomicLong toHost = new AtomicLong();
    private final AtomicLong onDevice = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong allocations = new AtomicLong();

    public EngineCounters(@Nullable EngineCounters parent) {
        this.parent = parent;
    }

    /** Counts a kernel. */
    public void kernel(long took) {
        kernels.incrementAndGet();
        nanos.addAndGet(took);
        if (parent != null) {
            parent.kernel(took);
        }
    }

    /** Counts a copy; a fill counts as a copy on the device. */
    public void copy(Role role, long bytes, long took) {
        switch (role) {
            case TO_DEVICE -> toDevice.addAndGet(bytes);
            case TO_HOST -> toHost.addAndGet(bytes);
            case ON_DEVICE, COMPUTE -> onDevice.addAndGet(bytes);
        }
        nanos.addAndGet(took);
        if (parent != null) {
            parent.copy(role, bytes, took);
        }
    }

    /** Counts an allocation. */
    public void allocation() {
        allocations.incrementAndGet();
        if (parent != null) {
            parent.allocation();
        }
    }

    /** The present counts. */
    public Snapshot snapshot() {
        return new Snapshot(
                kernels.get(),
                toDevice.get(),
                toHost.get(),
                onDevice.get(),
                nanos.get(),
                allocations.get());
    }

    /**
     * Counts at one moment.
     *
     * @param kernels kernels run
     * @param bytesToDevice bytes copied from the host
     * @param bytesToHost bytes copied to the host
     * @param bytesOnDevice bytes copied and filled on devices
     * @param deviceNanos time that engines were busy
     * @param allocations allocations made
     */
    public record Snapshot(
            long kernels,
            long bytesToDevice,
            long bytesToHost,
            long bytesOnDevice,
            long deviceNanos,
            long allocations) {}
}
