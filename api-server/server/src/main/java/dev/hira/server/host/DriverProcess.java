package dev.hira.server.host;

import dev.hira.api.WorkListener;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The driver of one session.
 *
 * @param <D> the API's interface
 */
public interface DriverProcess<D> extends LaneDrivers<D>, AutoCloseable {
    /**
     * Announces memory that guest and server share, before any call: buffers of the guest in it are
     * pinned. The memory remains until this process is closed.
     */
    default void shares(MemorySegment memory) {}

    /**
     * Sets the receiver of device work that ends after its call was made, before any call. A driver
     * that does not measure work ignores it.
     */
    default void watch(WorkListener listener) {}

    /**
     * Passes the text of each kernel to {@link WorkListener#printed} when it has ended, before any
     * call. A driver that cannot tell the texts of kernels apart ignores it.
     */
    default void printByLaunch() {}

    /**
     * Returns the state that moves with the session to another process; null: sessions of this
     * driver cannot be moved.
     */
    default @Nullable SessionState state() {
        return null;
    }

    /**
     * Releases everything. Waiting and later calls fail. When this returns, the devices no longer
     * access memory of the session. Any thread; may take long.
     */
    @Override
    void close();
}
