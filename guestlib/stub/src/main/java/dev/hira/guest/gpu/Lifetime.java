package dev.hira.guest.gpu;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whether something that can be closed is still open. */
final class Lifetime {
    private final Gpu gpu;
    private final AtomicBoolean closed = new AtomicBoolean();

    Lifetime(Gpu gpu) {
        this.gpu = gpu;
    }

    /** Notes the end; true for the first time, and only while the GPU itself is open. */
    boolean end() {
        return closed.compareAndSet(false, true) && gpu.isOpen();
    }

    boolean hasEnded() {
        return closed.get();
    }

    /** Throws unless it is open. */
    void require(Object what) {
        if (closed.get()) {
            throw new IllegalStateException(what + " has been closed and cannot be used any more");
        }
    }
}
