package dev.hira.server.host;

import java.util.List;

/**
 * The devices of this host and the drivers that run them, one for each API. All drivers share the
 * devices: what one API allocates or executes is missing to the others. Safe for any number of
 * threads.
 */
public interface DriverHost extends AutoCloseable {
    /** The present state of the devices, by ordinal. Each device appears once. */
    List<DeviceReport> devices();

    /** The drivers, with a different API each. */
    List<ApiDriver<?>> drivers();

    /** Releases the devices. All processes must be closed. */
    @Override
    void close();
}
