package dev.hira.bench.kernels;

import dev.hira.guest.gpu.Gpu;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.profile.Profiles;

/**
 * A simulated device without remoting, with an engine of its own. Text that kernels print is
 * dropped.
 */
final class SimBoard implements AutoCloseable {
    private final SimHost host;
    private final Gpu gpu;

    SimBoard(KernelCompiler engine) {
        host =
                SimHost.of(
                        SimConfig.of(Profiles.DEFAULT)
                                .withKernels(engine)
                                .withKernelSettings(KernelSettings.usual().withOutput(_ -> {})));
        gpu = Gpu.on(host.open().driver(), 0);
    }

    SimHost host() {
        return host;
    }

    Gpu gpu() {
        return gpu;
    }

    @Override
    public void close() {
        gpu.close();
        host.close();
    }
}
