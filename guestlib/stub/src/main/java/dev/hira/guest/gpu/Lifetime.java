package dev.hira.guest.gpu;

import dev.hira.api.cuda.CudaDriver;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The state of a closeable object: open or closed. */
final class Lifetime {
    private final Gpu gpu;
    private final AtomicBoolean closed = new AtomicBoolean();

    Lifetime(Gpu gpu) {
        this.gpu = gpu;
    }

    /** Closes the object: releases it unless it or the GPU itself is already closed. */
    void end(Consumer<CudaDriver> release) {
        if (closed.compareAndSet(false, true) && gpu.isOpen()) {
            Gpu.quietly(() -> release.accept(gpu.cuda()));
        }
    }

    boolean hasEnded() {
        return closed.get();
    }

    /** Throws unless the object is open. */
    void require(Object what) {
        if (closed.get()) {
            throw new IllegalStateException(what + " has been closed and cannot be used any more");
        }
    }
}
