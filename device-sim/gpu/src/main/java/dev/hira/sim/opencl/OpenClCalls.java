package dev.hira.sim.opencl;

import dev.hira.api.Names;
import dev.hira.api.opencl.OpenClDriver;

/** The part of the driver that all calls use. */
interface OpenClCalls extends OpenClDriver {
    /** The state of the calling thread. */
    OpenClLane lane();

    @Override
    default Names names() {
        return lane().process().names();
    }
}
