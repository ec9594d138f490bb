package dev.hira.sim.opencl.object;

import dev.hira.sim.driver.object.SimContext;

/**
 * A context: one device, and the memory and channels of the process there. Its name is that of the
 * simulated context.
 */
public final class ClContext extends ClObject {
    private final SimContext device;
    private final int ordinal;
    private final long[] properties;

    /**
     * @param ordinal the process's number of the device
     * @param properties as the program gave them
     */
    public ClContext(SimContext device, int ordinal, long[] properties) {
        super(device.name());
        this.device = device;
        this.ordinal = ordinal;
        this.properties = properties.clone();
    }

    /** The memory and channels on the device. */
    public SimContext device() {
        return device;
    }

    /** The process's number of the device. */
    public int ordinal() {
        return ordinal;
    }

    public long[] properties() {
        return properties.clone();
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        if (isAwaited()) {
            ends.call(
                    device,
                    () -> {
                        callBack();
                        ends.context(device);
                    });
        } else {
            ends.context(device);
        }
        ended.run();
    }
}
