package dev.hira.server.host.sim;

import dev.hira.server.host.ApiDriver;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverHost;
import dev.hira.sim.DeviceStatistics;
import dev.hira.sim.SimHost;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.memory.AddressSpace;
import dev.hira.sim.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Simulated GPUs that all APIs share. */
public final class SimDriverHost implements DriverHost {
    private final SimHost host;
    private final List<ApiDriver<?>> drivers;
    private final Set<Integer> apis;
    private final List<LoadGauge> loads;

    /**
     * Creates a host.
     *
     * @param host the devices, which this closes
     * @param apis the APIs that can use them
     * @param nanoTime the clock for measuring loads
     */
    public SimDriverHost(SimHost host, List<SimApi<?>> apis, LongSupplier nanoTime) {
        this.host = host;
        this.drivers = apis.stream().<ApiDriver<?>>map(api -> driver(host, api)).toList();
        this.apis = apis.stream().map(api -> api.dispatcher().api()).collect(Collectors.toSet());
        this.loads = host.devices().stream().map(device -> new LoadGauge(nanoTime)).toList();
    }

    private static <D> ApiDriver<D> driver(SimHost host, SimApi<D> api) {
        return new SimApiDriver<>(host, api);
    }

    @Override
    public List<ApiDriver<?>> drivers() {
        return drivers;
    }

    @Override
    public List<DeviceReport> devices() {
        List<DeviceReport> reports = new ArrayList<>();
        for (DeviceStatistics statistics : host.statistics()) {
            reports.add(report(host.devices().get(statistics.ordinal()), statistics));
        }
        return reports;
    }

    private DeviceReport report(SimDevice device, DeviceStatistics statistics) {
        DeviceProfile profile = device.profile();
        long held = statistics.usedBytes() + statistics.retiringBytes();
        return new DeviceReport(
                device.ordinal(),
                apis,
                profile.deviceName(),
                profile.name(),
                statistics.memoryBytes(),
                Math.max(0, statistics.memoryBytes() - held),
                AddressSpace.ALIGNMENT,
                !device.engines().modelled(),
                device.kernelSettings().checks().any(),
                profile.multiprocessors(),
                profile.clockKhz(),
                statistics.counters().deviceNanos(),
                loads.get(device.ordinal()).update(statistics.counters().deviceNanos()));
    }

    @Override
    public void close() {
        host.close();
    }
}
