package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUresult;

/**
 * A queue of work for the device, done in order.
 *
 * <pre>{@code
 * try (var stream = gpu.stream();
 *         var start = gpu.event();
 *         var end = gpu.event()) {
 *     stream.record(start);
 *     kernel.launch(grid, block, stream, n, data);
 *     stream.record(end);
 *     stream.then(() -> log.info("done"));
 *     stream.synchronize();
 *     System.out.println(end.millisSince(start) + " ms");
 * }
 * }</pre>
 */
public final class GpuStream implements AutoCloseable {
    private final Gpu gpu;
    private final long handle;
    private final boolean owned;
    private final Lifetime lifetime;

    GpuStream(Gpu gpu, long handle, boolean owned) {
        this.gpu = gpu;
        this.handle = handle;
        this.owned = owned;
        this.lifetime = new Lifetime(gpu);
    }

    /** Returns the driver's handle of the stream. */
    public long handle() {
        lifetime.require(this);
        return handle;
    }

    /** Whether the stream was made by a GPU. */
    @SuppressWarnings("ReferenceEquality") // a GPU equals itself only
    boolean isOf(Gpu owner) {
        return gpu == owner;
    }

    /** Returns the handle for work of a GPU. */
    long handle(Gpu user, Object who) {
        user.requireOwn(gpu, this, who);
        return handle();
    }

    /** Waits until all work in the stream is done; throws its failure. */
    public void synchronize() {
        long stream = handle();
        gpu.cuda().cuStreamSynchronize(stream);
    }

    /** Returns whether all work in the stream is done. */
    public boolean isDone() {
        long stream = handle();
        return gpu.cuda().cuStreamQuery(stream) == CUresult.CUDA_SUCCESS;
    }

    /** Records an event after the work queued so far. */
    public GpuStream record(GpuEvent event) {
        long mark = Gpu.given(event, "record", "the event").handle(gpu, "the stream");
        gpu.cuda().cuEventRecord(mark, handle());
        return this;
    }

    /** Records a new event after the work queued so far. */
    public GpuEvent record() {
        GpuEvent event = gpu.event();
        record(event);
        return event;
    }

    /** Makes later work in this stream wait for an event of another stream. */
    public GpuStream await(GpuEvent event) {
        long mark = Gpu.given(event, "await", "the event").handle(gpu, "the stream");
        gpu.cuda().cuStreamWaitEvent(handle(), mark, 0);
        return this;
    }

    /**
     * Runs the program's code after the work queued so far; later work waits for the code. The code
     * runs on a separate thread, where calls of the GPU fail with {@code CUDA_ERROR_NOT_PERMITTED}.
     * An exception in it is logged.
     */
    public GpuStream then(Runnable code) {
        Gpu.given(code, "then", "the code");
        long stream = handle();
        gpu.cuda().cuLaunchHostFunc(stream, userData -> code.run(), 0);
        return this;
    }

    /** Closes the stream; work already queued still completes. */
    @Override
    public void close() {
        if (owned) {
            lifetime.end(driver -> driver.cuStreamDestroy(handle));
        }
    }

    @Override
    public String toString() {
        return owned ? "GpuStream[" + Long.toHexString(handle) + "]" : "GpuStream[default]";
    }
}
