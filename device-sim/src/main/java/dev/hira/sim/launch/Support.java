package dev.hira.sim.launch;

import dev.hira.sim.ptx.PtxModule;

/** Tells whether this device supports what the kernels of a module can reach. */
final class Support {
    private Support() {}

    static void require(PtxModule module) {}
}
