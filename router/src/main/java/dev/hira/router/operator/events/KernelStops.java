package dev.hira.router.operator.events;

import dev.hira.router.meter.RouterMeters;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Overrun;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports kernels that were stopped because they ran for too long.
 *
 * @param present returns the names of the devices that the session sees, in its own order
 */
public record KernelStops(
        String session, Supplier<List<String>> present, SessionEvents events, RouterMeters meters) {
    private static final Logger LOG = LoggerFactory.getLogger(KernelStops.class);

    /** Reports one. */
    public void stopped(Overrun overrun) {
        int device = overrun.getDevice();
        List<String> devices = present.get();
        if (device < 0 || device >= devices.size()) {
            throw new MalformedFrameException(
                    "a kernel was stopped on the device "
                            + Integer.toUnsignedString(device)
                            + "; the session sees the devices 0 to "
                            + (devices.size() - 1));
        }
        meters.kernelStopped();
        events.stopped(devices.get(device), overrun.getLabel(), overrun.getNanos());
        LOG.atWarn()
                .addKeyValue("session", session)
                .addKeyValue("device", devices.get(device))
                .addKeyValue("millis", overrun.getNanos() / 1_000_000)
                .log("kernel stopped because it ran for too long: {}", overrun.getLabel());
    }
}
