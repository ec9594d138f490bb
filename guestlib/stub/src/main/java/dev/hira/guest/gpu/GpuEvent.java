package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUresult;

/**
 * A mark in a stream: it is reached when the work before it is done, and remembers when that was.
 * {@link GpuStream} shows how to measure with it.
 */
public final class GpuEvent implements AutoCloseable {
    private final Gpu gpu;
    private final long handle;
    private final Lifetime lifetime;

    GpuEvent(Gpu gpu, long handle) {
        this.gpu = gpu;
        this.handle = handle;
        this.lifetime = new Lifetime(gpu);
    }

    /** The event's name at the driver. */
    public long handle() {
        lifetime.require(this);
        return handle;
    }

    /** Waits until it is reached; throws what the work before it failed with. */
    public void synchronize() {
        long event = handle();
        gpu.cuda().cuEventSynchronize(event);
    }

    /** Whether it is reached. */
    public boolean isDone() {
        long event = handle();
        return gpu.cuda().cuEventQuery(event) == CUresult.CUDA_SUCCESS;
    }

    /** The time from an earlier event to this one, as the device measured it; waits for both. */
    public double millisSince(GpuEvent start) {
        start.synchronize();
        synchronize();
        return gpu.cuda().cuEventElapsedTime(start.handle(), handle());
    }

    @Override
    public void close() {
        lifetime.end(driver -> driver.cuEventDestroy(handle));
    }

    @Override
    public String toString() {
        return "GpuEvent[" + Long.toHexString(handle) + "]";
    }
}
