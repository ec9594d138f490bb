package dev.hira.guest.cuda;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.cuda.CUresult;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts this process's retains of the devices' primary contexts. Only the first retain and the
 * last release reach the server; after a reset the next retain does so again.
 */
final class GuestPrimaryContexts {
    /** The name of the primary context of device 0; later devices' names follow. */
    static final long FIRST = 0x0100000000000001L;

    @GuardedBy("this")
    private final Map<Integer, Primary> primaries = new HashMap<>();

    /** The count of one device. */
    private static final class Primary {
        private int retained;
        private boolean exists;
    }

    static long name(int device) {
        return FIRST + device;
    }

    /** Counts a retain; runs {@code command} when it is the first. */
    synchronized void retain(int device, Runnable command) {
        Primary primary = primaries.computeIfAbsent(device, d -> new Primary());
        if (!primary.exists) {
            command.run();
            primary.exists = true;
        }
        primary.retained++;
    }

    /**
     * Counts a release; runs {@code command} when it is the last. A command that fails was not
     * made, so the context remains retained.
     */
    synchronized void release(int device, Runnable command) {
        Primary primary = primaries.get(device);
        if (primary == null || primary.retained == 0) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_CONTEXT,
                    "the primary context of device " + device + " is not retained");
        }
        if (primary.retained == 1 && primary.exists) {
            command.run();
            primary.exists = false;
        }
        primary.retained--;
    }

    /** Resets the count and runs {@code command}. */
    synchronized void reset(int device, Runnable command) {
        command.run();
        Primary primary = primaries.get(device);
        if (primary != null) {
            primary.exists = false;
        }
    }
}
