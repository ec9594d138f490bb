package dev.hira.server.host.sim;

import dev.hira.api.cuda.dispatch.CudaDispatcher;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverHostProvider;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import java.util.List;

/** The driver called {@code sim}: simulated GPUs with the CUDA driver API. */
public final class SimDriverHostProvider implements DriverHostProvider {
    @Override
    public String kind() {
        return "sim";
    }

    @Override
    public DriverHost<?> open(List<String> profiles) {
        DeviceProfile[] devices =
                profiles.stream().map(ProfileText::parse).toArray(DeviceProfile[]::new);
        return new SimDriverHost(
                new CudaDispatcher(), SimHost.of(SimConfig.of(devices)), System::nanoTime);
    }
}
