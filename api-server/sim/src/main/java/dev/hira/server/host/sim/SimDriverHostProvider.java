package dev.hira.server.host.sim;

import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverHostProvider;
import dev.hira.server.host.DriverLimits;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.driver.object.HostLimits;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import java.util.List;

/** Provides the kind {@code sim}: simulated GPUs with the CUDA driver API and OpenCL. */
public final class SimDriverHostProvider implements DriverHostProvider {
    @Override
    public String kind() {
        return "sim";
    }

    @Override
    public DriverHost open(List<String> profiles, DriverLimits limits) {
        DeviceProfile[] devices =
                profiles.stream().map(ProfileText::parse).toArray(DeviceProfile[]::new);
        SimConfig config = SimConfig.of(devices).withLimits(hostLimits(limits));
        return new SimDriverHost(
                SimHost.of(config), List.of(SimApi.cuda(), SimApi.openCl()), System::nanoTime);
    }

    private static HostLimits hostLimits(DriverLimits limits) {
        HostLimits usual = HostLimits.usual();
        return usual.withModules(
                        limits.moduleText(),
                        limits.readingText() == 0 ? usual.readingText() : limits.readingText(),
                        limits.sessionModules(),
                        limits.allModules() == 0 ? usual.allModules() : limits.allModules())
                .withContexts(limits.contexts(), limits.addresses())
                .withHeap(
                        limits.sessionHeap(),
                        limits.allHeap() == 0 ? usual.allHeap() : limits.allHeap());
    }
}
