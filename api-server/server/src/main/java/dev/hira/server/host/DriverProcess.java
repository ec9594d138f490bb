package dev.hira.server.host;

import dev.hira.api.WorkListener;
import java.lang.foreign.MemorySegment;

/**
 * A driver as one session has it.
 *
 * @param <D> the API's interface
 */
public interface DriverProcess<D> extends LaneDrivers<D>, AutoCloseable {
    /**
     * Is told of memory that guest and server share, before any call: what the guest passes of it
     * is pinned. It stays until this process is closed.
     */
    default void shares(MemorySegment memory) {}

    /**
     * Has somebody told of device work that ends after its call was made, before any call. A driver
     * that does not measure work has nothing to tell.
     */
    default void watch(WorkListener listener) {}

    /** Lets no kernel run for longer, whatever the devices allow. */
    default void limitKernels(long nanos) {}

    /**
     * Lets what takes device memory without naming its size, such as variables of modules, fill no
     * more than this, counting all device memory of the VM.
     */
    default void limitMemory(long bytes) {}

    /**
     * Releases everything. Calls that wait are ended, by failing, and so are those that come later.
     * When this returns the devices no longer access memory of the session. Any thread; may take
     * long.
     */
    @Override
    void close();
}
