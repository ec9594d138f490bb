package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUresult;

/**
 * A mark in a stream. The device reaches it when the work before it is done, and records the time.
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

    /** Returns the driver's handle of the event. */
    public long handle() {
        lifetime.require(this);
        return handle;
    }

    /** Returns the handle for work of a GPU. */
    long handle(Gpu user, Object who) {
        user.requireSession(gpu, this, who);
        return handle();
    }

    /** Waits until the device reaches the event; throws the failure of the work before it. */
    public void synchronize() {
        long event = handle();
        gpu.cuda().cuEventSynchronize(event);
    }

    /** Returns whether the device has reached the event. */
    public boolean isDone() {
        long event = handle();
        return gpu.cuda().cuEventQuery(event) == CUresult.CUDA_SUCCESS;
    }

    /**
     * Returns the time from an earlier event to this one, measured by the device; waits for both.
     */
    public double millisSince(GpuEvent start) {
        Gpu.given(start, "millisSince", "the start").handle(gpu, "the event");
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
