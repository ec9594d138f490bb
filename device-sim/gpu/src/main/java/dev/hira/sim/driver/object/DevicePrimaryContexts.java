package dev.hira.sim.driver.object;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.device.SimDevice;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The primary contexts of a process, one for each device, with their reference counts. */
public final class DevicePrimaryContexts {
    private final ProcessState process;

    @GuardedBy("this")
    private final Map<Integer, Primary> byDevice = new HashMap<>();

    private static final class Primary {
        int retained;
        int flags;
        @Nullable SimContext context;
    }

    DevicePrimaryContexts(ProcessState process) {
        this.process = process;
    }

    @GuardedBy("this")
    private Primary of(SimDevice device) {
        return byDevice.computeIfAbsent(device.ordinal(), _ -> new Primary());
    }

    public synchronized void retain(long name, SimDevice device) {
        Primary primary = of(device);
        if (primary.context == null) {
            primary.context = process.createContext(name, primary.flags, device);
        } else if (primary.context.name() != name) {
            throw CudaFailures.invalidValue(
                    "the primary context of device "
                            + process.ordinal(device)
                            + " is "
                            + CudaFailures.hex(primary.context.name())
                            + ", not "
                            + CudaFailures.hex(name));
        }
        primary.retained++;
    }

    public synchronized void release(SimDevice device) {
        Primary primary = of(device);
        if (primary.retained == 0) {
            throw CudaFailures.invalidContext(
                    "the primary context of device "
                            + process.ordinal(device)
                            + " is not retained");
        }
        primary.retained--;
        if (primary.retained == 0) {
            end(primary);
        }
    }

    public synchronized void reset(SimDevice device) {
        Primary primary = of(device);
        primary.retained = 0;
        end(primary);
    }

    @GuardedBy("this")
    private void end(Primary primary) {
        if (primary.context != null) {
            process.destroyContext(primary.context);
            primary.context = null;
        }
    }

    public synchronized void setFlags(SimDevice device, int flags) {
        Primary primary = of(device);
        primary.flags = flags;
        if (primary.context != null) {
            primary.context.flags = flags;
        }
    }

    public synchronized int flags(SimDevice device) {
        return of(device).flags;
    }

    public synchronized boolean active(SimDevice device) {
        return of(device).context != null;
    }

    /** Whether a context is a primary one, which is released instead of destroyed. */
    public synchronized boolean owns(SimContext context) {
        return byDevice.values().stream().anyMatch(primary -> primary.context == context);
    }
}
